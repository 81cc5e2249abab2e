/** What the data domains ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function domainsAhead() {
  const { level, unmanned } = api.domains.queries;
  return [question(level, { parentId: null, after: null }), question(unmanned, {})];
}
