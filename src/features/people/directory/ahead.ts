/** What the list of people asks first. */

import { api } from "../../../../convex/_generated/api";
import { question } from "../../../lib/question";
import { filterOf, pageArgsOf, parseUsersSearch } from "./search";

export function usersAhead(search: object) {
  const parsed = parseUsersSearch({ ...search });
  return [
    question(api.people.queries.list, { filter: filterOf(parsed), ...pageArgsOf(parsed) }),
    question(api.people.queries.areas, {}),
  ];
}
