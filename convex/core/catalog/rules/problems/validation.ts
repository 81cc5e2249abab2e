/**
 * Whether a version of a request type may be published. One rule for the publish button, the editor beside it, and the
 * test over the types the portal ships; what it cannot see in the definition it is told as facts.
 */

import type { RequestTypeDefinition } from "../../table";
import { fieldProblems } from "./fields";
import { checkPlaces, type Report, type TemplateFacts, type TemplateProblem } from "./problem";
import { taskProblems } from "./tasks";

export type { KnownTaskType, TemplateFacts, TemplatePart, TemplatePlace, TemplateProblem } from "./problem";

/** The texts of a version that must not be empty, with the words the editor labels them by. */
export const TYPE_TEXTS = {
  name: "Name",
  category: "Category",
  summary: "Summary",
  help: "Help",
  owner: "Owner",
  goodJustification: "A good justification",
  badJustification: "A bad justification",
  title: "Title of requests",
} as const satisfies Partial<Record<keyof RequestTypeDefinition, string>>;

/** The name of one of these texts. */
export type TypeText = keyof typeof TYPE_TEXTS;

const LONGEST_TEXT = 2000;
const LONGEST_SLA_HOURS = 60 * 24;
const LONGEST_DURATION_DAYS = 3 * 366;

/** Every problem of a version, in the order of its parts; none means that it may be published. */
export function validate(definition: RequestTypeDefinition, facts: TemplateFacts): TemplateProblem[] {
  return [...textProblems(definition), ...fieldProblems(definition), ...taskProblems({ definition, facts })];
}

function textProblems(definition: RequestTypeDefinition): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const at =
    (key: string): Report =>
    (message, fix) =>
      problems.push({ place: { part: "texts", key }, message, fix });
  for (const [key, label] of Object.entries(TYPE_TEXTS) as [TypeText, string][]) {
    if (definition[key].trim() === "") at(key)(`${label} is empty`, "Write it: people read it in the catalog");
    else if (definition[key].length > LONGEST_TEXT)
      at(key)(`${label} is longer than ${LONGEST_TEXT} characters`, "Shorten it");
  }
  checkPlaces(definition.title, definition, at("title"));
  checkPlaces(definition.target ?? "", definition, at("target"));
  const { slaHours, maxDurationDays, audience } = definition;
  if (!(slaHours > 0 && slaHours <= LONGEST_SLA_HOURS))
    at("slaHours")(`The time to completion is ${slaHours} hours`, `Choose 1 to ${LONGEST_SLA_HOURS} hours`);
  if (
    maxDurationDays !== undefined &&
    !(Number.isInteger(maxDurationDays) && maxDurationDays >= 1 && maxDurationDays <= LONGEST_DURATION_DAYS)
  ) {
    at("maxDurationDays")(
      `The maximum duration is ${maxDurationDays} days`,
      `Choose 1 to ${LONGEST_DURATION_DAYS} whole days, or none`,
    );
  }
  if (audience.length === 0) at("audience")("It is offered to nobody", "Choose at least one role");
  return problems;
}
