/** What the page of the services asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

export function servicesAhead() {
  return [question(api.services.queries.list, {}), question(api.services.queries.uptime, {})];
}
