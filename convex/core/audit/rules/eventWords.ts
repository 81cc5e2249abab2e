/**
 * Events in plain words. Codes say nothing to most people; what has no words of its own is spelled out from its code.
 */

import { type AccountField, accountRuleOf, CONNECTOR_NAMES, CONNECTORS } from "../../../connectors/manifests";
import type { AuditOutcome, AuditTarget } from "../table";

const ACTIONS: Readonly<Record<string, string>> = {
  "access.explained": "Rights asked about",
  "access.refused": "Access refused",
  "account.emailVerified": "Email address verified",
  "account.signedUp": "Account created",
  "approval.decidedApprove": "Approved",
  "approval.decidedReject": "Rejected",
  "approval.approved": "Approval granted",
  "approval.infoAsked": "Approver requested information",
  "approval.rejected": "Approval refused",
  "approval.restarted": "Approval started again",
  "approval.glassBroken": "Approved by break-glass",
  "audit.chainSealed": "Earlier removals recorded",
  "audit.contentsRemoved": "Contents of old events removed",
  "audit.exported": "Audit trail exported",
  "audit.retentionShortened": "Audit retention shortened",
  "audit.verificationStarted": "Audit check started",
  "audit.verified": "Audit trail checked",
  "bulk.stopAsked": "Bulk action stopped",
  "connector.checkOrdered": "Check of the services started",
  "connector.switched": "Service switched",
  "grant.shortened": "Access shortened",
  "grant.revokeAsked": "Removal of access started",
  "home.pinned": "Home cards pinned",
  "impersonation.actingEnded": "Impersonation back to looking",
  "impersonation.actingStarted": "Impersonation acting",
  "impersonation.ended": "Impersonation ended",
  "impersonation.started": "Impersonation started",
  "mail.pruned": "Old mail removed",
  "mail.recorded": "Mail sent",
  "monitor.logsCleared": "Monitor logs cleared",
  "monitor.logsPruned": "Old monitor logs removed",
  "seedData.cleared": "Demo data cleared",
  "seedData.loaded": "Demo data loaded",
  "seedData.loadingRefused": "Loading of demo data refused",
  "seedData.loadingStarted": "Loading of demo data started",
  "seedData.clearingStarted": "Clearing of demo data started",
  "monitor.run": "Task monitor run",
  "password.changeRefused": "Password change refused",
  "password.reset": "Password reset by a mailed link",
  "password.resetRequested": "Password reset requested",
  "person.datesSet": "Dates set",
  "person.endNoticed": "End announced",
  "person.endPostponed": "End postponed",
  "person.ended": "Person ended",
  "person.dataExported": "Own data exported",
  "person.homeSaved": "Home saved",
  "person.inactiveNoticed": "Inactive person warned",
  "person.inactiveSuspended": "Inactive person suspended",
  "person.initialPasswordChanged": "Initial password changed",
  "person.invitationExpired": "Invitation expired",
  "person.invitationRenewed": "Invitation renewed by the invited person",
  "person.invitationWithdrawn": "Invitation withdrawn",
  "person.invited": "Person invited",
  "person.invitedAgain": "Invitation sent again",
  "person.linked": "Account linked",
  "person.madeSuperAdmin": "Made super admin",
  "person.moveAccessKept": "Access kept after a move",
  "person.moveAccessRemoved": "Access removed after a move",
  "person.moveDutyHandedOn": "Duty handed on after a move",
  "person.moveDutyKept": "Duty kept after a move",
  "person.moveReviewEnded": "Review after a move ended",
  "person.moveReviewOpened": "Review after a move opened",
  "person.moved": "Person moved",
  "person.emailChanged": "Email address changed",
  "person.emailCorrected": "Email address corrected",
  "person.emailCorrecting": "Correction of an email address started",
  "person.emailKept": "Correction of an email address stopped",
  "person.nameCorrected": "Name corrected",
  "person.profileSaved": "Profile saved",
  "person.removalNotSent": "Removal not sent",
  "person.resetLinkSent": "Password reset link sent",
  "person.restoreNotSent": "Restoring not sent",
  "person.restored": "Person restored",
  "person.roleEnded": "Role ended",
  "person.rolesChanged": "Roles changed",
  "person.seen": "Used the portal",
  "person.sessionsEnded": "Signed out everywhere by somebody else",
  "person.suspended": "Person suspended",
  "person.themeSaved": "Theme saved",
  "person.timeZoneSaved": "Time zone saved",
  "person.unlocked": "Sign-in unlocked by somebody else",
  "proposal.accepted": "Takeover agreed to",
  "proposal.applied": "Proposal took effect",
  "proposal.made": "Change proposed",
  "proposal.overtaken": "Proposal overtaken",
  "proposal.turnedDown": "Takeover declined",
  "request.cancelAsked": "Cancellation requested",
  "request.dueMoved": "Due date moved",
  "request.ended": "Request ended",
  "request.formEdited": "Answers changed",
  "request.held": "Request put on hold",
  "request.holdLifted": "Request taken off hold",
  "request.infoAsked": "Information requested",
  "request.moved": "Request status changed",
  "request.planAsked": "Dry run requested",
  "requests.ownExported": "Own requests exported",
  "session.ended": "Signed out",
  "session.pruned": "Old sessions removed",
  "session.refused": "Session refused",
  "session.revoked": "Session ended from elsewhere",
  "session.signInFailed": "Sign-in failed",
  "session.signedIn": "Signed in",
  "session.stepUpRefused": "Password not confirmed",
  "session.steppedUp": "Password confirmed again",
  "session.started": "Session started",
  "task.lateResult": "Task result came too late",
  "task.noticeCorrected": "Notice corrected",
  "task.resolvedManually": "Task resolved manually",
};

const TARGETS: Readonly<Record<string, string>> = {
  auditVerification: "Audit check",
  connector: "Service",
  mail: "Mail to",
};

/** What happened to the account that a field of a person's record names: "person.snowflakeUserCreated". */
export function accountAction(field: AccountField, happened: "Created" | "Dropped"): string {
  return `person.${field}${happened}`;
}

const ACCOUNT_ACTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  CONNECTOR_NAMES.flatMap((name) => {
    const field = accountRuleOf(name)?.field;
    if (field === undefined) return [];
    const { label } = CONNECTORS[name];
    return [
      [accountAction(field, "Created"), `${label} user created`],
      [accountAction(field, "Dropped"), `${label} user dropped`],
    ];
  }),
);

/** Initialisms keep their capitals. */
const CAPITALS: Readonly<Record<string, string>> = { id: "ID", ip: "IP", sql: "SQL", url: "URL", api: "API" };

/** What happened: "Request submitted". */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? ACCOUNT_ACTIONS[action] ?? sentence(action);
}

/** What kind of thing a target is: "Data product". */
export function targetWords(type: string): string {
  return TARGETS[type] ?? sentence(type);
}

/** A target by its kind and name: "Task Grant role". Without a name the id stands for it. */
export function targetName({ type, id, label }: AuditTarget): string {
  return `${targetWords(type)} ${label ?? id}`;
}

/** A field's name: "Started at". */
export function fieldWords(field: string): string {
  return sentence(field);
}

export const OUTCOME_WORDS: Readonly<Record<AuditOutcome, string>> = {
  success: "Succeeded",
  denied: "Denied",
  failure: "Failed",
};

/** "request.cancelAsked" and "startedAt" as people write: "Request cancel asked", "Started at". */
function sentence(code: string): string {
  const words = code
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s._-]+/)
    .filter((word) => word !== "")
    .map((word) => CAPITALS[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
