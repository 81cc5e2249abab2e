import { hashOfJson } from "../../lib/hash";
import { migration } from "../declaring/migration";

/** As of files, so of what was proposed. What its second person is shown stays the same, so the name of that follows. */
export const proposalsTarget = migration({
  number: 16,
  name: "proposals_target",
  table: "proposals",
  change: ({ change, title, lines, shownHash }) => {
    if (change.kind !== "people.invite" || Object.hasOwn(change, "target")) return null;
    const whole = { ...change, target: "portal" as const };
    const isAsShown = shownHash === hashOfJson({ change, title, lines });
    return { change: whole, ...(isAsShown && { shownHash: hashOfJson({ change: whole, title, lines }) }) };
  },
});
