/** What the business areas ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../shell/ahead";

export function areasAhead() {
  return [question(api.areas.queries.list, {})];
}
