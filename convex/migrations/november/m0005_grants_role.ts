import { migration } from "../declaring/migration";

/** "snowflake|ADA|ORDERS_READ": work that ends as a whole has its input as the last part, which is no name. */
const ROLE_KEY = /^snowflake\|[^|]+\|(?<role>[^|{][^|]*)$/;

/** Grants of roles from before the column get the role's name, so that everybody who has it is found. */
export const grantsRole = migration({
  number: 5,
  name: "grants_role",
  table: "grants",
  change: ({ role, accessKey }) => {
    const named = role === undefined ? ROLE_KEY.exec(accessKey)?.groups?.["role"] : undefined;
    return named === undefined ? null : { role: named };
  },
});
