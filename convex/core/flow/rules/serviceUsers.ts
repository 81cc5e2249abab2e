/** What request types do with service users: make one, or give something to one. */

import type { TemplateTask } from "../../catalog/table";

type TaskInputs = Pick<TemplateTask, "type" | "input">;

/** Whether the tasks of a type give something to the user of whoever it is for. */
export function givesToUser(tasks: readonly TaskInputs[]): boolean {
  return tasks.some(
    ({ type, input = {} }) =>
      type === "grant_role" &&
      Object.values(input).some((source) => source.from === "beneficiary" && source.field === "snowflakeUser"),
  );
}

/** The service user that a type's tasks make, by the answers to its form; null for any other type. */
export function madeBy(
  tasks: readonly TaskInputs[],
  form: Readonly<Record<string, unknown>>,
): { name: string; field: string; owner: unknown; deputy: unknown } | null {
  const source = tasks.find(({ type }) => type === "create_service_user")?.input?.["user"];
  if (source?.from !== "form") return null;
  const { field } = source;
  const name = form[field];
  return typeof name === "string" && name !== "" ? { name, field, owner: form["owner"], deputy: form["deputy"] } : null;
}
