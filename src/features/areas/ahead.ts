/** What the business areas ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function areasAhead() {
  return [question(api.areas.queries.list, {})];
}
