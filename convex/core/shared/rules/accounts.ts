/**
 * Accounts of one person in the outside systems, as far as the portal knows them: from its own record of
 * their name there, from what requests gave them, from requests under way, and from the removal of
 * access. Where none of these says anything there is no account in the answer: unknown is not "none".
 */

import type { PersonStatus } from "../../../access/roles";
import type { RequestStatus } from "../../requests/table";
import { CONNECTOR_NAMES } from "../../services/rules";
import type { ConnectorName } from "../../services/table";
import { typeOf } from "../../tasks/rules";
import type { TaskFields } from "../../tasks/table";

/** Where an account stands. */
export type AccountState = "Provisioning" | "Active" | "Disabled" | "Dropped" | "Error";

/** A task as far as it says something about somebody's account. */
export type AccountTask = Pick<TaskFields, "type" | "input" | "status" | "outcome" | "finishedAt">;

/** The request type that ends somebody's access. */
export const LEAVER = "leaver";
/** The one that brings somebody back. */
const RESTORE = "portal-restore";

/**
 * The system in which a task gives the person it is done for an account of their own, or null. A user that
 * is made under somebody else's address is not theirs, and neither is a program's.
 */
export function accountGivenBy(
  { type, input }: Pick<AccountTask, "type" | "input">,
  form: Readonly<Record<string, unknown>>,
  beneficiary: { readonly email: string } | null,
): ConnectorName | null {
  const { account, connector = null, executor } = typeOf(type) ?? {};
  if (account === "given") return connector;
  if (account === "made") return String(input["email"]).toLowerCase() === beneficiary?.email ? connector : null;
  const tool = form["tool"];
  return executor === "manual" ? (CONNECTOR_NAMES.find((name) => name === tool) ?? null) : null;
}

/** What a request says about accounts of the person it is for. */
export interface AccountRequest {
  readonly typeId: string;
  readonly status: RequestStatus;
  readonly isOpen: boolean;
  readonly createdAt: number;
  readonly form: Readonly<Record<string, unknown>>;
  readonly tasks: readonly AccountTask[];
}

/** One thing known about an account. */
export interface AccountFact {
  readonly system: ConnectorName;
  readonly state: AccountState;
  readonly at: number;
  /** Not settled yet: says something only where nothing else does. */
  readonly isUnderWay: boolean;
}

/**
 * What a request makes or unmakes of accounts; nothing for most requests. What it gave in the end is told by its grant.
 */
export function factsOf(request: AccountRequest, beneficiary: { readonly email: string }): AccountFact[] {
  if (request.typeId === LEAVER) return request.tasks.flatMap(endedBy);
  if (request.typeId === RESTORE) return request.tasks.flatMap(enabledBy);
  if (!request.isOpen) return [];
  // Something is given to an account that is there already.
  const making = request.tasks.filter(({ type }) => typeOf(type)?.account !== "given");
  const wanted = new Set(making.map((task) => accountGivenBy(task, request.form, beneficiary)));
  const state = request.status === "Blocked" ? "Error" : "Provisioning";
  return CONNECTOR_NAMES.filter((name) => wanted.has(name)).map((system) => ({
    system,
    state,
    at: request.createdAt,
    isUnderWay: true,
  }));
}

/** What a finished task of somebody's leaving did to their account. */
function endedBy({ type, status, outcome, finishedAt = 0 }: AccountTask): AccountFact[] {
  if (status !== "Complete" || outcome === "skipped") return [];
  const { account, connector: system, executor } = typeOf(type) ?? {};
  const isEnd = account === "dropped" || account === "disabled" || executor === "manual";
  return isEnd && system
    ? [{ system, state: account === "dropped" ? "Dropped" : "Disabled", at: finishedAt, isUnderWay: false }]
    : [];
}

/** What a finished task of somebody's coming back did to their account. */
function enabledBy({ type, status, outcome, finishedAt = 0 }: AccountTask): AccountFact[] {
  const { account, connector: system } = typeOf(type) ?? {};
  const isEnabled = account === "enabled" && status === "Complete" && outcome !== "skipped";
  return isEnabled && system ? [{ system, state: "Active", at: finishedAt, isUnderWay: false }] : [];
}

/**
 * Where an account stands by everything known about it: the latest that is settled, and a failure before all else of
 * it.
 */
export function stateOf(facts: readonly Omit<AccountFact, "system">[]): AccountState | null {
  const settled = facts.filter(({ isUnderWay }) => !isUnderWay);
  const telling = settled.length > 0 ? settled : facts;
  if (telling.some(({ state }) => state === "Error")) return "Error";
  // Of two at the same time the one that was told later: tasks come in their order.
  return telling.toReversed().toSorted((a, b) => b.at - a.at)[0]?.state ?? null;
}

/** The sign-in to the portal itself; null for somebody who was never let in. */
export function portalAccount(status: PersonStatus): AccountState | null {
  switch (status) {
    case "active":
      return "Active";
    case "invited":
      return "Provisioning";
    case "suspended":
    case "removed":
      return "Disabled";
    case "revoked":
    case "expired":
      return null;
  }
}
