/** The demo's people and their stories: who can sign in, and what they find. */

import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { COMMON_ROLE, ROLES } from "../../convex/access/roles.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "../../demo/world/accounts.ts";
import type { Provisioning } from "../auth/provisioning.ts";
import type { Backend } from "../backend/port.ts";
import type { DemoPassword } from "./password.ts";

const filledShape = z.object({ wasFilled: z.boolean(), isDone: z.boolean() });

/**
 * Fills the demo world and opens its accounts; says whether it can be visited. Passwords are only touched when the demo
 * password changed, or the world is loaded once more. A world that was cleared stays so, and its accounts stay shut, until
 * somebody orders it to be loaded: then it says "cleared", as where that is refused after all.
 */
export async function fillDemoWorld(parts: {
  backend: Backend;
  provisioning: Provisioning;
  demoPassword: DemoPassword;
  /** What has to be there before the demo's tasks go on. */
  prepare?: (isNewWorld: boolean) => Promise<void>;
  /** Called once, before a new world is filled. */
  onBegin?: () => void;
}): Promise<"open" | "cleared"> {
  const { backend, provisioning, demoPassword, prepare, onBegin } = parts;
  if (await isYes(backend, "demo/seed:isCleared")) return "cleared";
  const isOrdered = await isYes(backend, "demo/loading/order:isOrdered");
  const isNewWorld = await tellStories(backend, onBegin);
  if (await isYes(backend, "demo/seed:isCleared")) return "cleared";
  for (const account of DEMO_ACCOUNTS) await openAccount(provisioning, account, demoPassword, isOrdered);
  await prepare?.(isNewWorld);
  await backend.mutation("demo/seed:wakeUp", {});
  return "open";
}

async function isYes(backend: Backend, question: string): Promise<boolean> {
  return z.boolean().parse(await backend.query(question, {}));
}

async function openAccount(
  provisioning: Provisioning,
  account: DemoAccount,
  { password, isNew }: DemoPassword,
  isOrdered: boolean,
): Promise<void> {
  const wanted = { ...account, password };
  // It may have been disabled, or got a password of its own, before the demo was cleared.
  if (isOrdered) await provisioning.enable(account.email);
  const isOpened = await provisioning.openAccount(wanted);
  // Who has not signed in yet gets a week more with every start: a demo is older than its initial passwords.
  const isRenewed =
    isNew ||
    isOrdered ||
    (!account.hasChangedInitialPassword && (await provisioning.stateOf(account.email)) === "waiting-for-change");
  if (!isOpened && isRenewed) await provisioning.renewPassword(wanted);
}

/** More steps than any demo world takes. */
const MAX_STEPS = 2000;

/** Fills the demo world step by step; says whether there was anything to fill. */
async function tellStories(backend: Backend, onBegin?: () => void): Promise<boolean> {
  let isNewWorld = false;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { wasFilled, isDone } = filledShape.parse(await backend.mutation("demo/seed:fill", {}));
    if (wasFilled && !isNewWorld) onBegin?.();
    isNewWorld ||= wasFilled;
    if (isDone) return isNewWorld;
    // Signals and sockets have their turn between two steps.
    await setImmediate();
  }
  throw new Error("The demo world could not be filled");
}

/** The demo accounts as a table for the terminal. */
export function demoTable(password: string, accounts: readonly DemoAccount[] = DEMO_ACCOUNTS): string {
  const rows = accounts.map((account) => [account.email, roleWords(account), password]);
  const all = [["E-mail", "Role", "Password"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

function roleWords({ roles, hasChangedInitialPassword }: DemoAccount): string {
  const beyondStaff = roles.filter((role) => role !== COMMON_ROLE).map((role) => ROLES[role].word);
  if (!hasChangedInitialPassword) return "has not signed in yet";
  return beyondStaff.length === 0 ? `ordinary ${ROLES[COMMON_ROLE].word}` : beyondStaff.join(", ");
}
