/** What the page of the services asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../shell/ahead";

export function servicesAhead() {
  return [question(api.services.queries.list, {}), question(api.services.queries.uptime, {})];
}
