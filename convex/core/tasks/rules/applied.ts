/** What a task has done in an outside system, and which access that is. */

import { canonicalJson } from "../../../lib/pure/canonicalJson";
import { typeOf } from "../rules";
import type { TaskFields } from "../table";

/** "snowflake|ADA|ANALYST" for what ends by an operation of its own, else made of the whole input. */
export function accessKeyOf(task: Pick<TaskFields, "type" | "input">, system: string): string {
  const fields = typeOf(task.type)?.endsBy?.fields;
  const names = fields ? fields.map((field) => String(task.input[field])) : [task.type, canonicalJson(task.input)];
  return [system, ...names].join("|");
}
