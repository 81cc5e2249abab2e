/** What the operations of each connector send where they end access: for those who decide whether it ends. */

import type { Endings } from "./contract/manifest";
import type { OperatedName } from "./manifests";
import * as snowflake from "./snowflake/operations/statements";

/** By connector. */
export const CONNECTOR_ENDINGS: { readonly [Name in OperatedName]: Endings } = {
  snowflake: snowflake.endings,
};
