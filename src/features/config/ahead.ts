/** What the configuration asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function configAhead() {
  return [question(api.config.queries.list, {})];
}
