import { migration } from "../declaring/migration";

/** A ticket that waits for others and that nobody has answered is overdue like any other: its agents hear of it, too. */
export const ticketsAlarm = migration({
  number: 10,
  name: "tickets_alarm",
  table: "tickets",
  change: ({ state, firstResponseAt, dueAt, alarmAt, alarmedFor }) =>
    state === "waitingOnThirdParty" && firstResponseAt === undefined && alarmAt === undefined && dueAt !== alarmedFor
      ? { alarmAt: dueAt }
      : null,
});
