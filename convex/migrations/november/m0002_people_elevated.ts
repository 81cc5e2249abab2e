import { flagsOf } from "../../core/people/model";
import { migration } from "../declaring/migration";

/** People from before the mark get it, so that those without further roles are one range of the list. */
export const peopleElevated = migration({
  number: 2,
  name: "people_elevated",
  table: "people",
  change: (person) =>
    person.isElevated === undefined ? { isElevated: flagsOf(person.roles).isElevated ?? false } : null,
});
