/** What happens by the clock. */

import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("task monitor", { minutes: 1 }, internal.workflow.internal.runMonitor, {});
crons.interval("executor sweeper", { minutes: 1 }, internal.workflow.internal.sweep, {});
crons.interval("end of access", { minutes: 1 }, internal.grants.internal.check, {});
crons.interval("last use of access", { hours: 12 }, internal.grants.actions.readUse, {});
crons.interval("health of services", { minutes: 5 }, internal.services.actions.readHealth, {});
crons.interval("linked data domains", { minutes: 5 }, internal.domains.actions.readLinked, {});
crons.interval("approval timers", { minutes: 1 }, internal.approvals.internal.runTimers, {});
crons.interval("prune monitor logs", { hours: 1 }, internal.workflow.internal.pruneLogs, {});
crons.interval("prune ended sessions", { hours: 1 }, internal.people.internal.pruneSessions, {});
crons.interval("changes for two people", { minutes: 1 }, internal.proposals.internal.turn, {});
crons.interval("end of access reviews", { minutes: 1 }, internal.reviews.internal.turn, {});
crons.interval("turns of tickets", { minutes: 1 }, internal.tickets.internal.turn, {});
crons.interval("reviews of help articles", { minutes: 10 }, internal.articles.internal.turn, {});
crons.interval("end of reviews after moves", { minutes: 10 }, internal.moves.internal.turn, {});
crons.interval("dates of people", { minutes: 1 }, internal.people.internal.turnDates, {});
crons.interval("inactive people", { hours: 1 }, internal.people.internal.turnInactive, {});
crons.interval("removals from the portal", { minutes: 1 }, internal.removals.internal.send, {});
crons.interval("end of invitations", { minutes: 1 }, internal.invitations.internal.turn, {});
crons.interval("end of impersonations", { minutes: 1 }, internal.people.internal.endImpersonations, {});
crons.interval("audit retention", { hours: 24 }, internal.audit.internal.applyRetention, {});
crons.interval("closed pages", { seconds: 30 }, internal.presence.internal.forget, {});
crons.interval("open questions", { hours: 1 }, internal.requests.internal.checkOpenQuestions, {});
crons.interval("prune unsent files", { hours: 6 }, internal.requests.internal.pruneFiles, {});
crons.interval("prune upload tickets", { hours: 1 }, internal.requests.internal.pruneTickets, {});
crons.interval("prune files of ideas", { hours: 1 }, internal.feedback.internal.pruneFiles, {});
crons.interval("prune files of support tickets", { hours: 1 }, internal.tickets.internal.pruneFiles, {});
crons.interval("prune drafts of support tickets", { hours: 12 }, internal.tickets.internal.pruneDraftsOfTickets, {});
crons.interval("prune drafts of ideas", { hours: 12 }, internal.feedback.internal.pruneDraftsOfIdeas, {});
crons.interval("mail about notifications", { minutes: 1 }, internal.notifications.internal.mailDue, {});
crons.interval("prune notifications and mail", { hours: 1 }, internal.notifications.internal.prune, {});

export default crons;
