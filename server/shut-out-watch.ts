/**
 * Carries out in the sign-in store what the backend decided: whoever was shut out loses sessions and mailed links,
 * whoever is helped to a new password, or invited, is mailed a link, wrong passwords of whoever is helped are forgotten,
 * and tasks disable, delete and enable accounts. The backend refuses them from the transaction on, and so does the
 * sign-in at every contact; this removes what would be left lying about. It asks often, because a second is promised, and
 * what it did not come to is asked about again.
 */

import * as z from "zod";
import type { CorrectionMail } from "./auth/endpoints/corrections.ts";
import type { InvitedAccount, OpenedInvited } from "./auth/invited.ts";
import type { ShutOut } from "./auth/shut-out.ts";
import type { CarryOut } from "./auth/sign-in-orders.ts";
import type { Backend } from "./backend/port.ts";

/** The embedded engine answers from memory; a deployment elsewhere refuses by itself and is asked less often. */
const ASK_EVERY_MS = { embedded: 500, remote: 10_000 } as const;

const shutOutAccounts = z.array(
  z.object({ id: z.string(), tokenIdentifier: z.string().nullable(), email: z.string(), at: z.number() }),
);

export interface ShutOutWatchOptions {
  readonly backend: Pick<Backend, "kind" | "query" | "mutation">;
  readonly shutOut: ShutOut;
  readonly carryOut: CarryOut;
  readonly sendPasswordLink: (email: string) => Promise<void>;
  readonly unlock: (email: string) => void;
  readonly mailCorrection: (correction: CorrectionMail) => Promise<void>;
  readonly openInvited: (account: InvitedAccount) => Promise<OpenedInvited>;
  readonly log: { warn(message: string): void };
}

export interface ShutOutWatch {
  /** Ends what is to end now; the timer does it by itself. */
  endDue(): Promise<void>;
  /** Stops asking and waits for what is under way. */
  close(): Promise<void>;
}

/** Starts watching, now and twice a second. */
export function watchShutOuts(options: ShutOutWatchOptions): ShutOutWatch {
  let running: Promise<void> | null = null;
  const endDue = (): Promise<void> => {
    running ??= endAll(options)
      .catch((error: unknown) => {
        const problem = error instanceof Error ? error.message : "unknown";
        options.log.warn(`sessions of people who were shut out could not be ended: ${problem}`);
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void endDue(), ASK_EVERY_MS[options.backend.kind]);
  timer.unref();
  void endDue();
  return {
    endDue,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

const accountOrders = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(["invite", "remind"]),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    expiresAt: z.number(),
    isReturn: z.boolean(),
  }),
);

const signInOrders = z.array(
  z.object({
    id: z.string(),
    errand: z.enum(["disable", "delete", "enable", "read"]),
    tokenIdentifier: z.string().nullable(),
    email: z.string(),
  }),
);

const correctionMails = z.array(
  z.object({
    id: z.string(),
    mail: z.enum(["tell", "confirm"]),
    tokenIdentifier: z.string().nullable(),
    email: z.string(),
    endsAt: z.number(),
  }),
);

/** Accounts that are helped: with a link to a new password, or by forgetting wrong ones. */
const helpedAccounts = z.array(z.object({ id: z.string(), email: z.string() }));

async function endAll({
  backend,
  shutOut,
  carryOut,
  sendPasswordLink,
  unlock,
  mailCorrection,
  openInvited,
}: ShutOutWatchOptions): Promise<void> {
  const due = shutOutAccounts.parse(await backend.query("people/internal:shutOuts"));
  for (const { id, ...account } of due) {
    await shutOut(account);
    await backend.mutation("people/internal:shutOutDone", { id });
  }
  for (const { id, email } of helpedAccounts.parse(await backend.query("people/internal:waitingResetLinks")))
    if ((await backend.mutation("people/internal:takeResetLink", { id })) === true) await sendPasswordLink(email);
  for (const { id, email } of helpedAccounts.parse(await backend.query("people/internal:waitingUnlocks"))) {
    unlock(email);
    await backend.mutation("people/internal:unlockDone", { id });
  }
  for (const { id, ...correction } of correctionMails.parse(await backend.query("emails/internal:waitingMails")))
    if ((await backend.mutation("emails/internal:takeMail", { id, mail: correction.mail })) === true)
      await mailCorrection(correction);
  for (const { id, kind, ...account } of accountOrders.parse(await backend.query("invitations/internal:orders"))) {
    if ((await backend.mutation("invitations/internal:takeOrder", { id })) !== true) continue;
    const found = await openInvited({ ...account, isReminder: kind === "remind" });
    await backend.mutation("invitations/internal:orderDone", { id, found });
  }
  for (const { id, ...order } of signInOrders.parse(await backend.query("removals/internal:signInOrders"))) {
    if ((await backend.mutation("removals/internal:takeSignInOrder", { id })) !== true) continue;
    await backend.mutation("removals/internal:signInOrderDone", { id, found: { ...(await carryOut(order)) } });
  }
}
