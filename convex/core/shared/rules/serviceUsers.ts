/** What request types do with service users: make one, or give something to one. */

import { ACCOUNT_FIELDS, accountRuleOf, type ConnectorName } from "../../../connectors/manifests";
import type { TemplateTask } from "../../catalog/table";
import { typeOf } from "../../tasks/rules";

type TaskInputs = Pick<TemplateTask, "type" | "input">;

/** Whether the tasks of a type give something to the user of whoever it is for. */
export function givesToUser(tasks: readonly TaskInputs[]): boolean {
  return tasks.some(
    ({ type, input = {} }) =>
      typeOf(type)?.account === "given" &&
      Object.values(input).some(
        (source) => source.from === "beneficiary" && ACCOUNT_FIELDS.some((field) => field === source.field),
      ),
  );
}

/** A service user as the form of a request names it. */
export interface MadeServiceUser {
  readonly system: ConnectorName;
  readonly name: string;
  /** The field of the form that names it. */
  readonly field: string;
  readonly owner: unknown;
  readonly deputy: unknown;
}

/** The service user that a type's tasks make, by the answers to its form; null for any other type. */
export function madeBy(tasks: readonly TaskInputs[], form: Readonly<Record<string, unknown>>): MadeServiceUser | null {
  const making = tasks.find(({ type }) => typeOf(type)?.account === "madeForProgram");
  const system = making && typeOf(making.type)?.connector;
  if (!system) return null;
  const source = making.input?.[accountRuleOf(system)?.input ?? ""];
  if (source?.from !== "form") return null;
  const { field } = source;
  const name = form[field];
  return typeof name === "string" && name !== ""
    ? { system, name, field, owner: form["owner"], deputy: form["deputy"] }
    : null;
}
