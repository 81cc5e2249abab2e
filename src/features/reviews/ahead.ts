/** What the access reviews ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function reviewsAhead() {
  return [question(api.reviews.queries.list, {})];
}
