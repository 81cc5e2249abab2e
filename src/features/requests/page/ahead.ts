/** What a request's page asks first. */

import { api } from "../../../../convex/_generated/api";
import { question } from "../../../lib/question";

export function requestAhead(name: string) {
  return [
    question(api.requests.queries.get, { request: name }),
    question(api.requests.queries.comments, { request: name }),
  ];
}
