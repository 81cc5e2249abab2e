/** What the catalog asks first. */

import { api } from "../../../../convex/_generated/api";
import { question } from "../../../lib/question";

export function catalogAhead() {
  return [question(api.catalog.queries.list, {}), question(api.requests.queries.cartSummary, {})];
}
