/** What each kind looks like, for the page that shows and tries them. Nobody in it exists. */

import { PAGES } from "../../../site/pages";
import { ruleOf } from "../rules";
import type { LetterNotice } from "./letter";

const REQUEST = { type: "test", id: "sample", label: "REQ-1 Read access to the orders" };

/** The words a kind comes with; kinds that are not named here say what they are. */
const SAID: Readonly<Record<string, { readonly title: string; readonly body?: string }>> = {
  "approval.asked": {
    title: "Ada Byron asks for your decision about REQ-1",
    body: "Read access to the orders, 90 days. Reason: weekly margin report.",
  },
  "approval.reminded": { title: "Ada Byron reminds you to decide about REQ-1", body: "Read access to the orders" },
  "approval.brokeGlass": {
    title: "Grace Hopper broke the glass for REQ-1",
    body: "Reason: the nightly close stands still.",
  },
  "task.assigned": { title: "Check the grant manually", body: "REQ-1 Read access to the orders" },
  "task.failed": {
    title: "REQ-1 is blocked: granting the role failed",
    body: "Snowflake did not answer after 5 attempts.",
  },
  "request.infoAsked": {
    title: "Grace Hopper has a question about REQ-1",
    body: "Which columns does the report need?",
  },
  "request.answered": { title: "Ada Byron answered your question in REQ-1", body: "Only the totals." },
  "request.decided": { title: "Grace Hopper approved REQ-1", body: "One more approval is needed." },
  "request.rejected": { title: "Grace Hopper rejected REQ-1", body: "Use the masked table instead." },
  "comment.added": { title: "Ada Byron wrote in REQ-1", body: "Thank you, that is all I need." },
  "comment.mentioned": { title: "Ada Byron mentioned you in REQ-1", body: "Could you confirm the owner?" },
  "ticket.mentioned": { title: "Grace Hopper mentioned you in an internal note of TKT-1" },
  "access.expiring": {
    title: "Your read access to the orders ends in 7 days",
    body: "Extend it if you still need it.",
  },
  "access.granted": {
    title: "You can read the orders now",
    body: "Read back from Snowflake at 14:02 UTC. Ends in 90 days.",
  },
  "access.revoked": { title: "Your read access to the orders was taken back" },
  "person.dutiesChanged": {
    title: "You now decide about requests for Logistics",
    body: "You were named as owner or deputy. Requests that need you appear under My Approvals.",
  },
  "person.renamed": { title: "Ada Byron is now called Ada King", body: "ada.byron@ao.com changed their own name." },
  "security.impersonated": {
    title: "A super admin looked at the portal as you",
    body: "For 12 minutes, reading only. Reason: support ticket.",
  },
  "security.impersonationEnded": {
    title: "You no longer see the portal as Sam Taylor",
    body: "Sofia Rossi ended it. Reason: the ticket is solved.",
  },
};

/** A notification of a kind with sample data, leading to this page. */
export function sampleOf(kind: string): LetterNotice {
  const { label, because } = ruleOf(kind);
  return {
    kind,
    subject: REQUEST,
    title: SAID[kind]?.title ?? `${label}: REQ-1`,
    body: SAID[kind]?.body,
    to: PAGES.notificationTesting.path,
    because,
  };
}
