/** What the portal sees of the systems a ticket is about: their switches, how they answered, and one's account there. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { accountName, accountRuleOf } from "../../connectors/manifests";
import { loadConnectors, loadHealth } from "../../core/services/model";
import { CONNECTOR_LABELS, type ConnectorSwitch, isConnectorOn } from "../../core/services/rules";
import type { ConnectorHealth, ConnectorName } from "../../core/services/table";
import { hoursOf } from "../../core/services/uptime";
import type { TicketFinding } from "../../core/tickets/table";
import { DAY_MS, HOUR_MS, stampUtc } from "../../lib/pure/time";

/** One finding with where it is mended or looked at; the link is the reader's alone and is not kept. */
export interface LinkedFinding extends TicketFinding {
  readonly link?: { readonly to: string; readonly label: string };
}

/** Who reads, and when. */
export interface Look {
  readonly ctx: Pick<QueryCtx, "db">;
  readonly person: Doc<"people">;
  readonly now: number;
}

/** How far back it is looked for when a system answered last. */
const LOOKED_BACK_MS = 7 * DAY_MS;

/** What is wrong with systems, each looked at once. */
export async function troubles(look: Look, systems: readonly ConnectorName[]): Promise<LinkedFinding[]> {
  const found: LinkedFinding[] = [];
  for (const system of new Set(systems))
    found.push(...(await aboutSystem(look, system)).filter(({ weight }) => weight === "problem"));
  return found;
}

/** The switch of a system, and whether it answered when it was last asked. */
export async function aboutSystem({ ctx, now }: Look, system: ConnectorName): Promise<LinkedFinding[]> {
  const label = CONNECTOR_LABELS[system];
  const switched = (await loadConnectors(ctx)).get(system);
  if (switched && !isConnectorOn(switched, now))
    return [{ weight: "problem", text: switchWords(label, switched, now) }];
  const health = (await loadHealth(ctx)).get(system);
  if (!health?.isConnected) return [];
  const when = `when the portal last asked, at ${stampUtc(health.checkedAt, now)}`;
  if (health.isHealthy) return [{ weight: "fine", text: `${label} answered ${when}.` }];
  const text = `${label} did not answer properly ${when}.${await lastAnswerWords({ ctx, now }, system)}`;
  return [{ weight: "problem", text }, ...lastError(label, health)];
}

/** Since when a system has not answered, to the hour, as far as its readings go. */
async function lastAnswerWords({ ctx, now }: Pick<Look, "ctx" | "now">, system: ConnectorName): Promise<string> {
  const hours = await hoursOf(ctx, system, now - LOOKED_BACK_MS);
  if (hours.length === 0) return "";
  const last = hours.findLast(({ good }) => good > 0);
  return last
    ? ` Its last good answer came before ${stampUtc(last.hour + HOUR_MS, now)}.`
    : " It gave no good answer in the last 7 days.";
}

/** What a system said last. It may name users and roles of the connection: only who answers tickets reads it. */
function lastError(label: string, { problems: [problem] }: Pick<ConnectorHealth, "problems">): LinkedFinding[] {
  return problem === undefined
    ? []
    : [{ weight: "problem", text: `Last error of ${label}: ${problem}`, isForAgents: true }];
}

function switchWords(
  label: string,
  { state, until, reason }: ConnectorSwitch & { reason?: string },
  now: number,
): string {
  const what = state === "maintenance" ? "in maintenance" : "switched off";
  const end = state === "maintenance" && until !== undefined ? ` until ${stampUtc(until, now)}` : "";
  return `${label} is ${what}${end}, and anything that needs it waits.${reason ? ` Reason given: ${reason}` : ""}`;
}

/** Whether the portal knows what the reader is called in a system. */
export function aboutAccount({ person }: Look, system: ConnectorName): LinkedFinding[] {
  if (accountRuleOf(system) === null) return [];
  const label = CONNECTOR_LABELS[system];
  const name = accountName(person, system);
  return [
    name === null
      ? { weight: "problem", text: `The portal does not know of an account in ${label}.`, isPersonal: true }
      : { weight: "fine", text: `The account in ${label} is ${name}.`, isPersonal: true },
  ];
}

/** The same, as far as something is wrong with it. */
export function accountTrouble(look: Look, system: ConnectorName): LinkedFinding[] {
  return aboutAccount(look, system).filter(({ weight }) => weight === "problem");
}
