/** What the pages of the catalog's authors ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

/** Of the request types. */
export function templatesAhead() {
  return [question(api.catalog.queries.templates, {})];
}

/** Of the task types. */
export function taskTypesAhead() {
  return [question(api.catalog.queries.taskTypes, {})];
}
