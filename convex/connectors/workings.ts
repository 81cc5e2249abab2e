/** How the operations of each connector work: a list of its own, because only makers of templates read it. */

import type { TaskWorkings } from "./contract/manifest";
import type { OperatedName } from "./manifests";
import * as snowflake from "./snowflake/workings";

export type { TaskWorkings };

/** By connector and type of task. */
export const CONNECTOR_WORKINGS = {
  snowflake: snowflake.workings,
} as const satisfies { readonly [Name in OperatedName]: Readonly<Record<string, TaskWorkings>> };
