/** How each connector's operations judge an input, without an account: for tests of what is handed over to them. */

import type { OperatedName } from "./manifests";
import * as snowflake from "./snowflake/inputs.testing";

/** By connector and operation; `check` throws when the input is not one of it. */
export const OPERATIONS: Readonly<Record<OperatedName, ReadonlyMap<string, { check(input: unknown): unknown }>>> = {
  snowflake: snowflake.OPERATIONS,
};
