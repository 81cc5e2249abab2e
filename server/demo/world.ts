/** The demo's people and their stories: who can sign in, and what they find. */

import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { ROLES } from "#convex/access/roles.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "#demo/world/accounts.ts";
import type { Provisioning } from "../auth/provisioning.ts";
import type { Backend } from "../backend/port.ts";
import type { DemoPassword } from "./password.ts";

const filledShape = z.object({ wasFilled: z.boolean(), isDone: z.boolean() });

/**
 * Fills the demo world and opens its accounts; says whether the world is a new one. Passwords are only touched when the
 * demo password changed. A world that was cleared stays so, and its accounts stay shut: then it says "cleared".
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
  if (z.boolean().parse(await backend.query("demo/seed:isCleared", {}))) return "cleared";
  for (const account of DEMO_ACCOUNTS) {
    const wanted = { ...account, password: demoPassword.password };
    const isOpened = await provisioning.openAccount(wanted);
    // Who has not signed in yet gets a week more with every start: a demo is older than its initial passwords.
    const isRenewed =
      demoPassword.isNew ||
      (!account.hasChangedInitialPassword && (await provisioning.stateOf(account.email)) === "waiting-for-change");
    if (!isOpened && isRenewed) await provisioning.renewPassword(wanted);
  }
  const isNewWorld = await tellStories(backend, onBegin);
  await prepare?.(isNewWorld);
  await backend.mutation("demo/seed:wakeUp", {});
  return "open";
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
  const beyondStaff = roles.filter((role) => role !== "staff").map((role) => ROLES[role].word);
  if (!hasChangedInitialPassword) return "has not signed in yet";
  return beyondStaff.length === 0 ? `ordinary ${ROLES.staff.word}` : beyondStaff.join(", ");
}
