/** The risk of a request: one for all of its steps, and the same wherever it is shown. */

import type { RequestFields } from "../../requests/table";
import type { RequestTypeDefinition } from "../table";
import { type FormValues, meets } from "./conditions";

/**
 * That of its type; high where the answers bring in a decision of high risk. Asked at submit and at every change of the
 * answers.
 */
export function requestRiskOf(
  { risk, tasks }: Pick<RequestTypeDefinition, "risk" | "tasks">,
  values: FormValues,
): RequestFields["risk"] {
  return tasks.some(({ policy, when }) => policy?.isHighRisk === true && meets(when, values)) ? "high" : risk;
}
