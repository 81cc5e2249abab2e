/** Arguments with which each public function can be called by those who may. */

import { approvalArgs, stepUp } from "../approvals/roles.testing";
import { AREA_ARGS } from "../areas/args.testing";
import { ARTICLE_ARGS } from "../articles/args.testing";
import { CANNED_REPLY_ARGS } from "../cannedReplies/args.testing";
import { templateArgs } from "../catalog/templates.testing";
import { CONFIG_ARGS } from "../config/args.testing";
import { CONVERSION_ARGS } from "../conversions/args.testing";
import { DOMAIN_ARGS } from "../domains/args.testing";
import { FEEDBACK_ARGS } from "../feedback/ideas.testing";
import { GRANT_ARGS } from "../grants/args.testing";
import { INCIDENT_ARGS } from "../incidents/args.testing";
import { aFileOfInvitations, INVITE_FILE } from "../invitations/files.testing";
import { aBulkJobOf, aViewOf } from "../lists/queueWorld.testing";
import { PERSON_ARGS } from "../people/args.testing";
import { anInvitedPerson, aRemovalOf } from "../people/suspending.testing";
import { PROPOSAL_ARGS } from "../proposals/args.testing";
import { REVIEW_ARGS } from "../reviews/args.testing";
import { SEED_DATA_ARGS } from "../seedData/args.testing";
import { SUPPORT_HOURS_ARGS } from "../supportHours/args.testing";
import { SUPPORT_TEAMS_ARGS } from "../supportTeams/args.testing";
import { aHeldTask } from "../tasks/scenes.testing";
import { DAWN } from "../testing/world.testing";
import { TICKET_ARGS } from "../tickets/args.testing";
import {
  type Scene,
  aCartItemOf,
  aCatalogFor,
  aCommentOf,
  aDraftOf,
  aFormFor,
  anEditableRequestOf,
  anImpersonationBy,
  aNoticeOf,
  aGovernedRequestOf,
  aRequestAwaitingDecision,
  aRequestOf,
  anUploadOf,
  anUploadTicketOf,
} from "./publicApi.scene.testing";

export const ARGS: Readonly<
  Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "audit/queries:histogram": () => ({ filter: {}, starts: [0] }),
  "audit/queries:histogramByPlaces": () => ({ starts: [0] }),
  "requests/queries:flow": () => ({ weeks: [0], ages: [0] }),
  ...GRANT_ARGS,
  ...AREA_ARGS,
  ...CONFIG_ARGS,
  ...DOMAIN_ARGS,
  ...SEED_DATA_ARGS,
  ...SUPPORT_HOURS_ARGS,
  ...SUPPORT_TEAMS_ARGS,
  ...CONVERSION_ARGS,
  ...ARTICLE_ARGS,
  ...CANNED_REPLY_ARGS,
  ...INCIDENT_ARGS,
  "services/mutations:setState": () => ({ name: "dbt", state: "off", reason: "Invoices" }),
  "tasks/mutations:assign": async (_, scene) => ({
    taskId: await aHeldTask(scene, "running"),
    personId: await scene.world.person("colleague").then(({ id }) => id),
    reason: "On leave",
  }),
  "tasks/mutations:claim": async (_, scene) => ({ taskId: await aHeldTask(scene, "offered") }),
  "tasks/mutations:completeManual": async (_, scene) => ({
    taskId: await aHeldTask(scene, "running"),
    evidence: "Seen in the list",
  }),
  "tasks/mutations:failManual": async (_, scene) => ({
    taskId: await aHeldTask(scene, "running"),
    reason: "Not possible",
  }),
  "tasks/mutations:resolve": async (_, scene) => ({
    taskId: await aHeldTask(scene, "failed"),
    reason: "Done manually",
    evidence: "Seen in the list",
  }),
  "tasks/mutations:retry": async (_, scene) => ({ taskId: await aHeldTask(scene, "failed"), reason: "Repaired" }),
  "tasks/queries:get": async (_, scene) => ({ taskId: await aHeldTask(scene, "running") }),
  "approvals/mutations:askInfo": (_, { world, personId }) => approvalArgs(world, personId, "askInfo"),
  "approvals/mutations:breakGlass": (_, { world, personId }) => approvalArgs(world, personId, "breakGlass"),
  "approvals/mutations:decide": (_, { world, personId }) => approvalArgs(world, personId, "decide"),
  "approvals/mutations:decideMany": (_, { world, personId }) => approvalArgs(world, personId, "decideMany"),
  "approvals/mutations:delegate": (_, { world, personId }) => approvalArgs(world, personId, "delegate"),
  "approvals/mutations:endDelegation": (_, { world, personId }) => approvalArgs(world, personId, "endDelegation"),
  "approvals/mutations:reassign": (_, { world, personId }) => approvalArgs(world, personId, "reassign"),
  "approvals/mutations:review": (_, { world, personId }) => approvalArgs(world, personId, "review"),
  "approvals/mutations:snooze": (_, { world, personId }) => approvalArgs(world, personId, "snooze"),
  "approvals/mutations:takeBack": (_, { world, personId }) => approvalArgs(world, personId, "takeBack"),
  "approvals/queries:get": () => ({ approvalId: "none" }),
  "approvals/queries:history": () => ({ paginationOpts: { numItems: 25, cursor: null } }),
  "requests/mutations:answer": async (_, scene) => ({
    requestId: await aRequestOf(scene, { hasQuestion: true }),
    body: "The orders table",
  }),
  "requests/mutations:cancel": async (_, scene) => ({ requestId: await aRequestOf(scene), reason: "Not needed" }),
  "requests/mutations:comment": async (_, scene) => ({
    requestId: await aRequestOf(scene),
    body: "Hello",
    visibility: "public",
  }),
  "requests/mutations:deleteComment": async (_, scene) => ({ commentId: await aCommentOf(scene) }),
  "requests/mutations:dropFile": async (_, scene) => ({ uploadId: await anUploadOf(scene, "checking") }),
  "requests/mutations:generateUploadUrl": async (_, scene) => ({ requestId: await aRequestOf(scene) }),
  "requests/mutations:hold": async (_, scene) => ({
    requestId: await aGovernedRequestOf(scene),
    reason: "Change freeze",
  }),
  "requests/mutations:liftHold": async (_, scene) => ({ requestId: await aGovernedRequestOf(scene, { isHeld: true }) }),
  "tasks/mutations:planAgain": async (_, scene) => ({ requestId: await aRequestAwaitingDecision(scene) }),
  "requests/mutations:remind": async (_, scene) => ({ requestId: await aRequestAwaitingDecision(scene) }),
  "requests/mutations:takeUpFile": async (_, scene) => ({
    ...(await anUploadTicketOf(scene)),
    storageId: await scene.world.file("Text"),
    name: "a.txt",
  }),
  "requests/queries:attachment": async (_, scene) => ({ file: await anUploadOf(scene, "accepted") }),
  "requests/queries:comments": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:history": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/mutations:edit": async (_, scene) => ({
    ...(await anEditableRequestOf(scene)),
    editKey: `edit of ${scene.personId}`,
    acceptsDuplicate: true,
  }),
  "requests/queries:editing": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:previewEdit": async (_, scene) => {
    const { requestId, form } = await anEditableRequestOf(scene);
    return { requestId, form };
  },
  "removals/queries:behind": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:lastEvent": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:get": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:questions": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:timeline": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:uploads": async (_, scene) => ({ requestId: await aRequestOf(scene) }),
  "notifications/mutations:archive": async (_, scene) => ({ ids: [await aNoticeOf(scene)] }),
  "notifications/mutations:markRead": async (_, scene) => ({ ids: [await aNoticeOf(scene)] }),
  "notifications/mutations:markSeen": async (_, scene) => ({ ids: [await aNoticeOf(scene)] }),
  "notifications/mutations:mute": () => ({ what: { kind: "comment.added" } }),
  "notifications/mutations:saveSettings": () => ({ email: { asked: "daily" } }),
  "notifications/mutations:sendTest": () => ({ kind: "comment.added" }),
  "notifications/mutations:snooze": async (_, scene) => ({ ids: [await aNoticeOf(scene)], until: DAWN + 3_600_000 }),
  "notifications/mutations:unarchive": async (_, scene) => ({ ids: [await aNoticeOf(scene)] }),
  "notifications/mutations:unmute": () => ({ what: { kind: "comment.added" } }),
  "notifications/mutations:unsnooze": async (_, scene) => ({ ids: [await aNoticeOf(scene)] }),
  "notifications/queries:mine": () => ({ paginationOpts: { numItems: 25, cursor: null } }),
  "audit/mutations:exportPart": () => ({ filter: {}, format: "csv" }),
  "audit/queries:get": () => ({ eventId: "none" }),
  "audit/queries:list": () => ({ filter: {} }),
  "audit/queries:ofObject": (logId) => ({ type: "execution", id: logId }),
  ...templateArgs,
  "catalog/queries:findAccess": () => ({ text: "read" }),
  "catalog/queries:get": async (_, scene) => {
    await aCatalogFor(scene);
    return { key: "snowflake-access" };
  },
  "requests/mutations:deleteDraft": async (_, scene) => ({ requestId: await aDraftOf(scene) }),
  "requests/mutations:saveDraft": async (_, scene) => ({ typeKey: "bi-access", form: await aFormFor(scene) }),
  "requests/mutations:submit": async (_, scene) => ({
    typeKey: "bi-access",
    form: await aFormFor(scene),
    submitKey: `submit of ${scene.personId}`,
  }),
  "requests/mutations:addToCart": async (_, scene) => ({ typeKey: "bi-access", form: await aFormFor(scene) }),
  "requests/mutations:chooseReason": async (_, scene) => ({
    requestId: await aCartItemOf(scene),
    takesJustification: true,
  }),
  "requests/mutations:removeFromCart": async (_, scene) => ({ requestId: await aCartItemOf(scene) }),
  "requests/mutations:saveJustification": () => ({ justification: "For the" }),
  "requests/mutations:submitCart": async (_, scene) => ({
    submitKey: `cart of ${scene.personId}`,
    justification: "",
    items: [{ requestId: await aCartItemOf(scene, await aFormFor(scene)), version: 1, acceptsDuplicate: false }],
  }),
  "requests/mutations:submitAgain": async (_, scene) => ({ requestId: await aDraftOf(scene) }),
  "requests/queries:draft": async (_, scene) => ({ requestId: await aDraftOf(scene) }),
  "requests/queries:countMine": () => ({ filter: {} }),
  "requests/mutations:noteOwnExport": () => ({ filter: {}, columns: ["Key"] }),
  "requests/queries:preview": async (_, scene) => ({ typeKey: "bi-access", form: await aFormFor(scene) }),
  "removals/mutations:remove": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    return await aRemovalOf(scene);
  },
  "removals/queries:impact": async (_, { world }) => ({
    userEmail: "colleague@ao.com",
    successorId: (await world.person("successor")).id,
  }),
  "invitations/mutations:inviteFile": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    return await aFileOfInvitations(scene.world);
  },
  "invitations/queries:previewFile": () => ({ text: INVITE_FILE }),
  "invitations/queries:colleague": () => ({ email: "ada@ao.com" }),
  "invitations/queries:restorable": () => ({ email: "ada@ao.com" }),
  "removals/queries:hanging": (_, { personId }) => ({ personId }),
  "removals/queries:ofSnowflake": () => ({ username: "ADA" }),
  "invitations/mutations:resend": async (_, scene) => ({ personId: await anInvitedPerson(scene) }),
  "invitations/mutations:withdraw": async (_, scene) => ({ personId: await anInvitedPerson(scene) }),
  "people/mutations:putFirstStepsAway": () => ({ hasPutFirstStepsAway: true }),
  "people/queries:maySeeSessions": (_, { personId }) => ({ personId }),
  "people/queries:count": () => ({ filter: {} }),
  "people/queries:get": (_, { personId }) => ({ personId }),
  "people/queries:list": () => ({ filter: {}, sort: "name", size: 25 }),
  "people/queries:search": () => ({ text: "ada" }),
  "search/queries:find": () => ({ text: "ada" }),
  "presence/mutations:leave": () => ({ tab: "tab" }),
  "presence/queries:onTickets": () => ({ tickets: [] }),
  "presence/mutations:stay": async (_, scene) => ({ request: await aRequestOf(scene), page: "request", tab: "tab" }),
  "presence/queries:others": async (_, scene) => ({ request: await aRequestOf(scene) }),
  ...PERSON_ARGS,
  ...REVIEW_ARGS,
  ...TICKET_ARGS,
  ...FEEDBACK_ARGS,
  ...PROPOSAL_ARGS,
  "impersonation/mutations:start": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    return { personId: (await scene.world.person("looked at")).id, reason: "Cannot find their request", minutes: 30 };
  },
  "impersonation/mutations:act": async (_, scene) => {
    await stepUp(scene.world, scene.personId);
    return { sessionId: await anImpersonationBy(scene), reason: "Sends it for them" };
  },
  "impersonation/mutations:look": async (_, scene) => ({ sessionId: await anImpersonationBy(scene) }),
  "impersonation/mutations:opened": async (_, scene) => ({ sessionId: await anImpersonationBy(scene), page: "home" }),
  "impersonation/mutations:stop": async (_, scene) => ({ sessionId: await anImpersonationBy(scene) }),
  "impersonation/mutations:end": async (_, { world }) => ({
    sessionId: await anImpersonationBy({ world, personId: (await world.person("holder")).id }),
    reason: "It is no longer needed",
  }),
  "impersonation/queries:fromTicket": () => ({ ticketKey: "TCK-1" }),
  "impersonation/queries:ofPerson": (_, { personId }) => ({ personId }),
  "impersonation/queries:whyNot": (_, { personId }) => ({ personId }),
  "permissions/mutations:explain": (_, { personId }) => ({
    who: { kind: "person", personId },
    what: { kind: "page", name: "users" },
  }),
  "people/mutations:saveTheme": () => ({ themePreference: "dark" }),
  "people/mutations:saveTimeZone": () => ({ timeZone: "Europe/London" }),
  "people/mutations:pinHomeCards": () => ({ cards: ["services"] }),
  "people/mutations:exportOwn": () => ({}),
  "people/mutations:saveHomeCards": () => ({ homeCards: ["services"] }),
  "people/mutations:saveProfile": () => ({ firstName: "Ada", lastName: "Byron" }),
  "views/mutations:remove": async (_, { world, personId }) => ({
    id: await world.run((ctx) => aViewOf(ctx, personId)),
  }),
  "views/mutations:save": () => ({ screen: "requests", name: "Mine", search: {}, isShared: false }),
  "views/mutations:setDefault": async (_, { world, personId }) => ({
    screen: "requests",
    viewId: await world.run((ctx) => aViewOf(ctx, personId)),
  }),
  "views/queries:list": () => ({ screen: "requests" }),
  "bulk/mutations:stop": async (_, { world, personId }) => ({
    jobId: await world.run((ctx) => aBulkJobOf(ctx, personId)),
  }),
  "audit/mutations:noteExport": () => ({ list: "requests", filter: {}, columns: ["Key"] }),
  "bulk/mutations:preview": () => ({ operation: "cancel", selection: { requestFilter: { text: "nothing" } } }),
  "bulk/mutations:rerun": async (_, { world, personId }) => ({
    jobId: await world.run((ctx) => aBulkJobOf(ctx, personId, { endedAt: DAWN })),
  }),
  "bulk/mutations:start": () => ({
    operation: "cancel",
    selection: { requestFilter: { text: "nothing" } },
    reason: "Over",
    expectedCount: 0,
  }),
  "bulk/queries:items": async (_, { world, personId }) => ({
    jobId: await world.run((ctx) => aBulkJobOf(ctx, personId)),
  }),
  "requests/queries:countAll": () => ({ filter: {} }),
  "requests/queries:countAllByStatus": () => ({ filter: {} }),
  "tasks/queries:countAllByStatus": () => ({ filter: {} }),
  "tasks/queries:countAll": () => ({ filter: {} }),
  "requests/queries:listAll": () => ({ filter: {}, sort: "newest", size: 50 }),
  "tasks/queries:listAll": () => ({ filter: {}, sort: "newest", size: 50 }),
  "workflow/queries:findExecution": (execution) => ({ execution }),
  "workflow/queries:listTaskHistory": () => ({ size: 50 }),
  "workflow/queries:listExecutionTasks": (taskMonitorLogId) => ({ taskMonitorLogId }),
};
