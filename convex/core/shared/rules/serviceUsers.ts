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
  const named = answerTo(making, accountRuleOf(system)?.input ?? "", form);
  return named && { system, name: named.value, field: named.field, owner: form["owner"], deputy: form["deputy"] };
}

/** A person's user as the form of a request names it. */
export interface MadeForPerson {
  readonly system: ConnectorName;
  readonly name: string;
  /** The field of the form that names it. */
  readonly field: string;
  /** The address they sign in with, where the form asks for it. */
  readonly address: { readonly field: string; readonly value: string } | null;
}

/** The person's user that a type's tasks make, by the answers to its form; null for any other type. */
export function madeForPerson(
  tasks: readonly TaskInputs[],
  form: Readonly<Record<string, unknown>>,
): MadeForPerson | null {
  const making = tasks.find(({ type }) => typeOf(type)?.account === "made");
  const system = making && typeOf(making.type)?.connector;
  const named = system && answerTo(making, accountRuleOf(system)?.input ?? "", form);
  return named ? { system, name: named.value, field: named.field, address: answerTo(making, "email", form) } : null;
}

/** What a form answers for one input of a task; null where it has no answer, or the input comes from elsewhere. */
function answerTo(
  { input }: TaskInputs,
  name: string,
  form: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly value: string } | null {
  const source = input?.[name];
  if (source?.from !== "form") return null;
  const value = form[source.field];
  return typeof value === "string" && value !== "" ? { field: source.field, value } : null;
}
