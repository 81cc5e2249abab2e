/** What the shipped request types share: fields every form has, steps of approvals, and the tasks at the end. */

import type { ApprovalPolicy, ApproverRule, StepPolicy } from "../../approvals/table";
import { REASON_LENGTH } from "../rules/values";
import type { FormField, TemplateTask } from "../table";

export const WHO = "Who it is for";
export const WHAT = "What you need";
export const WHY = "Why";

/** Whom the request is for. Nobody chosen: the person who asks. */
export function requestedFor(change: Partial<FormField> = {}): FormField {
  return {
    name: "requestedFor",
    kind: "person",
    label: "Requested for",
    help: "Leave it empty when it is for yourself.",
    section: WHO,
    isRequired: false,
    ...change,
  };
}

/** Which part of the company the request belongs to. */
export const businessArea: FormField = {
  name: "businessArea",
  kind: "businessArea",
  label: "Business area",
  help: "It owns the request and pays for what it costs.",
  section: WHO,
  isRequired: true,
};

/** Why somebody asks: what approvers read first. */
export function reason(example: string): FormField {
  return {
    name: "reason",
    kind: "longText",
    label: "Reason",
    help: "What will you do with it, for whom, and until when? Those who decide read this first.",
    section: WHY,
    isRequired: true,
    ...REASON_LENGTH,
    example,
  };
}

/** Names of Snowflake objects that are typed: unquoted ones, so that everybody can write them in SQL. */
export const NAME_PATTERN = {
  source: "[A-Z][A-Z0-9_]*",
  message: "Use capital letters, digits and underscores, and begin with a letter",
};

export const WAREHOUSE_SIZES = [
  { value: "XSMALL", label: "X-Small", help: "1 credit an hour" },
  { value: "SMALL", label: "Small", help: "2 credits an hour" },
  { value: "MEDIUM", label: "Medium", help: "4 credits an hour" },
  { value: "LARGE", label: "Large", help: "8 credits an hour; FinOps decides too" },
  { value: "XLARGE", label: "X-Large", help: "16 credits an hour; FinOps decides too" },
];

export const ADMINS: ApproverRule = { kind: "role", role: "admin" };
export const GOVERNANCE: ApproverRule = { kind: "role", role: "governance" };
export const FINOPS: ApproverRule = { kind: "role", role: "finops" };
export const SUPER_ADMINS: ApproverRule = { kind: "role", role: "superAdmin" };
export const MANAGER: ApproverRule = { kind: "manager" };
export const AREA_OWNER: ApproverRule = { kind: "businessAreaOwner" };

/** A step that reminds after a day, asks one level up after two, and ends as denied after five. */
export function step(title: string, rule: ApproverRule, change: Partial<StepPolicy> = {}): StepPolicy {
  return {
    title,
    rule,
    quorum: { kind: "any" },
    fallback: ADMINS,
    remindAfterHours: 24,
    escalateAfterHours: 48,
    escalateTo: ADMINS,
    expireAfterHours: 120,
    ...change,
  };
}

/** The step of whoever owns the data domain that is asked for. */
export function domainStep(): StepPolicy {
  return step(
    "Owner of the domain",
    { kind: "domainOwner", field: "domain" },
    { fallback: GOVERNANCE, escalateTo: GOVERNANCE },
  );
}

/** The step of those who answer for personal and restricted data: two of them. */
export function governanceStep(): StepPolicy {
  return step("Data governance", GOVERNANCE, {
    quorum: { kind: "count", count: 2 },
    fallback: SUPER_ADMINS,
    escalateTo: SUPER_ADMINS,
  });
}

/** The step of those who watch the cost. */
export function finopsStep(): StepPolicy {
  return step("FinOps", FINOPS, { fallback: SUPER_ADMINS, escalateTo: SUPER_ADMINS });
}

export function policy(...steps: StepPolicy[]): ApprovalPolicy {
  return { steps, distinctSteps: false };
}

/**
 * How long what a mistake would cost most waits after its approval, so that it can be taken back (nothing is late by
 * it).
 */
const SECOND_THOUGHTS_SECONDS = 60;

/** The last approval before money or sensitive data move: the next task waits a moment for second thoughts. */
export function heldPolicy(...steps: StepPolicy[]): ApprovalPolicy {
  return { ...policy(...steps), holdSeconds: SECOND_THOUGHTS_SECONDS };
}

/** The read-back of what was done. */
export function verifyTask(order: number): TemplateTask {
  return { key: "verify", type: "verify", order };
}

/** The last word to the requester, also after a failure. */
export function notifyTask(order: number): TemplateTask {
  return { key: "notify", type: "notify", order, runsAlways: true };
}

/** The end of access that is given for a time. */
export function expiryTask(order: number): TemplateTask {
  return { key: "expiry", type: "schedule_expiry", order };
}

/**
 * The shape of a company's address, as the shipped types are written; `forCompany` puts the configured one in its
 * place.
 */
export const COMPANY_EMAIL = { source: ".*@ao\\.com", message: "Email must be @ao.com domain" };
