/** What the page about demo data asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function seedDataAhead() {
  return [question(api.seedData.queries.overview, {})];
}
