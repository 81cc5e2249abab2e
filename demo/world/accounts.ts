/** The demo world's named accounts, as plain data: the sign-in server creates an account for each of them. */

import type { RoleName } from "../../convex/access/roles.ts";

/** One demo account. Its password is the server's business. */
export interface DemoAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly RoleName[];
  readonly hasChangedInitialPassword: boolean;
  /** Code of the business area the person works in. */
  readonly businessAreaCode: string;
}

/** One account per role, and one whose first sign-in is still to come. */
export const DEMO_ACCOUNTS = [
  {
    email: "staff@ao.com",
    firstName: "Sam",
    lastName: "Taylor",
    roles: ["staff"],
    hasChangedInitialPassword: true,
    businessAreaCode: "MKT",
  },
  {
    email: "admin@ao.com",
    firstName: "Aisha",
    lastName: "Khan",
    roles: ["staff", "admin"],
    hasChangedInitialPassword: true,
    businessAreaCode: "DAT",
  },
  {
    email: "governance@ao.com",
    firstName: "Gareth",
    lastName: "Price",
    roles: ["staff", "governance"],
    hasChangedInitialPassword: true,
    businessAreaCode: "RSK",
  },
  {
    email: "finops@ao.com",
    firstName: "Fiona",
    lastName: "Murray",
    roles: ["staff", "finops"],
    hasChangedInitialPassword: true,
    businessAreaCode: "FIN",
  },
  {
    email: "super@ao.com",
    firstName: "Sofia",
    lastName: "Rossi",
    roles: ["staff", "superAdmin"],
    hasChangedInitialPassword: true,
    businessAreaCode: "DAT",
  },
  {
    email: "newstarter@ao.com",
    firstName: "Nia",
    lastName: "Okafor",
    roles: ["staff"],
    hasChangedInitialPassword: false,
    businessAreaCode: "CUS",
  },
] as const satisfies readonly DemoAccount[];
