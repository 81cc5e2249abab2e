/** How each operation judges an input, without an account: for tests of what templates and task types hand over. */

import { disableUser, dropUser, enableUser } from "./operations/leavers";
import { createPerson } from "./operations/people";
import { grantRole, revokeRole } from "./operations/roles";
import { createSchema } from "./operations/schemas";
import { addServiceKey, createServiceUser, removeServiceKey } from "./operations/serviceUsers";
import type { Account } from "./operations/userAndRoleFacts";
import { createWarehouse, resizeWarehouse } from "./operations/warehouses";

// Checking an input looks at the account's own names only; nothing is read.
const account = { reads: {}, settings: { account: "a", user: "PORTAL", role: "PORTAL_ADMIN" } } as unknown as Account;

/** Every operation by its name; `check` throws when the input is not one of it. */
export const OPERATIONS: ReadonlyMap<string, { check(input: unknown): unknown }> = new Map(
  [
    grantRole,
    revokeRole,
    createPerson,
    createServiceUser,
    addServiceKey,
    removeServiceKey,
    disableUser,
    enableUser,
    dropUser,
    createWarehouse,
    resizeWarehouse,
    createSchema,
  ]
    .map((make): { readonly name: string; check(input: unknown): unknown } => make(account))
    .map((definition) => [definition.name, definition]),
);
