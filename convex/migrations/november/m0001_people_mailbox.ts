import { humanBehind } from "../../core/people/humans";
import { migration } from "../declaring/migration";

/** People from before the column get their mailbox, so that they are found by every spelling of it. */
export const peopleMailbox = migration({
  number: 1,
  name: "people_mailbox",
  table: "people",
  change: (person) => (person.mailbox === undefined ? { mailbox: humanBehind(person) } : null),
});
