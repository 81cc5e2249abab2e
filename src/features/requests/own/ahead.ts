/** What My Requests asks first. */

import { api } from "../../../../convex/_generated/api";
import { question } from "../../../lib/question";
import { ownFilterOf, pageArgsOf, parseOwnSearch } from "./search";

export function ownRequestsAhead(search: object) {
  const parsed = parseOwnSearch({ ...search });
  return [
    question(api.requests.queries.mine, { filter: ownFilterOf(parsed), ...pageArgsOf(parsed) }),
    question(api.requests.queries.typesOfMine, {}),
  ];
}
