import { fullName } from "../../core/people/model";
import { withoutPerson } from "../../core/requests/rules";
import { migration } from "../declaring/migration";

/** Requests from before somebody read their own without their name in it get that title. */
export const requestsOwnTitle = migration({
  number: 17,
  name: "requests_own_title",
  table: "requests",
  batch: 100,
  change: (request) => (Object.hasOwn(request, "ownTitle") ? null : { ownTitle: request.title }),
  follows: async ({ db }, { _id, title, beneficiaryId }) => {
    const person = await db.get(beneficiaryId);
    if (person) await db.patch(_id, { ownTitle: withoutPerson(title, fullName(person)) });
  },
});
