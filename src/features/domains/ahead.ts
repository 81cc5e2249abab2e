/** What the data domains ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function domainsAhead() {
  return [question(api.domains.queries.all, {})];
}
