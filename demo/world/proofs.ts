/** What was read back after work of the played past, in the words the connector uses. */

import type { Doc } from "../../convex/_generated/dataModel";

/** The proof of a connector task that was done before the demo began. */
export function proofOf(task: Pick<Doc<"requestTasks">, "type" | "input">, readAt: number): Record<string, unknown> {
  return {
    isProven: true,
    facts: factsOf(task).map(([subject, value]) => ({ subject, expected: value, actual: value })),
    readAt,
  };
}

function factsOf({ type, input }: Pick<Doc<"requestTasks">, "type" | "input">): [subject: string, value: string][] {
  const name = (field: string): string => JSON.stringify(String(input[field] ?? ""));
  switch (type) {
    case "grant_role":
      return [
        [`User ${name("user")}`, "active"],
        [`Role ${name("role")}`, "exists"],
        [`Role ${name("role")} of user ${name("user")}`, "granted"],
      ];
    case "create_person":
    case "create_service_user":
      return [[`User ${name("user")}`, "active"]];
    case "disable_user":
      return [[`User ${name("user")}`, "disabled"]];
    case "enable_user":
      return [
        [`User ${name("user")}`, "active"],
        [`Roles of user ${name("user")}`, "none"],
      ];
    case "drop_user":
      return [[`User ${name("user")}`, "missing"]];
    case "create_warehouse":
    case "resize_warehouse":
      return [
        [`Warehouse ${name("warehouse")}`, "exists"],
        [`Size of warehouse ${name("warehouse")}`, String(input["size"] ?? "")],
      ];
    case "create_schema":
      return [
        [`Schema ${name("database")}.${name("schema")}`, "exists"],
        [`Role ${name("role")}`, "exists"],
      ];
    default:
      return [[type, "done"]];
  }
}
