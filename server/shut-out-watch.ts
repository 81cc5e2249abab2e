/**
 * Carries out in the sign-in store what the backend decided: whoever was shut out loses sessions and mailed links,
 * whoever is helped to a new password, or invited, is mailed a link, wrong passwords of whoever is helped are forgotten,
 * and tasks disable, delete and enable accounts. The backend refuses them from the transaction on, and so does the
 * sign-in at every contact; this removes what would be left lying about. It asks often, because a second is promised, and
 * what it did not come to is asked about again. One account that fails holds up nobody else's.
 */

import * as z from "zod";
import type { CorrectionMail } from "./auth/endpoints/corrections.ts";
import type { InvitedAccount, OpenedInvited, Opening } from "./auth/invited.ts";
import type { ShutOut } from "./auth/shut-out.ts";
import type { CarryOut } from "./auth/sign-in-orders.ts";
import type { Backend } from "./backend/port.ts";
import { messageOf } from "./lib/message-of.ts";
import type { MailEnd } from "./mail/port.ts";

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
  readonly openInvited: (account: InvitedAccount) => Promise<Opening>;
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
  /** Mails under way, for which nobody else waits. */
  const mails = new Set<Promise<void>>();
  const later = (work: Promise<void>): void => {
    const noted = work
      .catch((error: unknown) => options.log.warn(`an invitation failed: ${messageOf(error)}`))
      .finally(() => void mails.delete(noted));
    mails.add(noted);
  };
  const endDue = (): Promise<void> => {
    running ??= endAll(options, later).finally(() => {
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
      await Promise.all(mails);
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

/** One errand: which rows wait for it, and what is done about each. */
interface Errand<Row extends { readonly id: string }> {
  readonly name: string;
  readonly rows: z.ZodType<readonly Row[]>;
  readonly query: string;
  act(row: Row): Promise<unknown>;
}

/** Each row by itself: one that fails is named and asked about again, and holds up nobody. */
async function each<Row extends { readonly id: string }>(
  { backend, log }: ShutOutWatchOptions,
  { name, rows, query, act }: Errand<Row>,
): Promise<void> {
  const warn = (what: string, error: unknown) => log.warn(`${what} failed: ${messageOf(error)}`);
  try {
    for (const row of rows.parse(await backend.query(query)))
      await act(row).catch((error: unknown) => warn(`${name} (${row.id})`, error));
  } catch (error) {
    warn(name, error);
  }
}

/**
 * An invitation is out when its mail is: an order whose mail could not be sent is given again after a while, and one that
 * the mail server refuses for good is over.
 */
async function endOrder(
  { backend, log }: ShutOutWatchOptions,
  { id, found, end }: { readonly id: string; readonly found: OpenedInvited; readonly end: MailEnd },
): Promise<void> {
  if (end === "failed" && found === "waiting")
    return log.warn(`an invitation (${id}) could not be mailed: it is tried again`);
  const isRefused = end === "bounced" && found === "waiting";
  await backend.mutation("invitations/internal:orderDone", { id, found: isRefused ? "mail-refused" : found });
}

async function endAll(options: ShutOutWatchOptions, later: (work: Promise<void>) => void): Promise<void> {
  const { backend, shutOut, carryOut, sendPasswordLink, unlock, mailCorrection, openInvited } = options;
  const takes = async (path: string, args: Record<string, unknown>) => (await backend.mutation(path, args)) === true;
  await each(options, {
    name: "ending the sessions of somebody who was shut out",
    rows: shutOutAccounts,
    query: "people/internal:shutOuts",
    act: async ({ id, ...account }) => {
      await shutOut(account);
      await backend.mutation("people/internal:shutOutDone", { id });
    },
  });
  await each(options, {
    name: "mailing a link to a new password",
    rows: helpedAccounts,
    query: "people/internal:waitingResetLinks",
    act: async ({ id, email }) => {
      if (await takes("people/internal:takeResetLink", { id })) await sendPasswordLink(email);
    },
  });
  await each(options, {
    name: "forgetting wrong passwords",
    rows: helpedAccounts,
    query: "people/internal:waitingUnlocks",
    act: async ({ id, email }) => {
      unlock(email);
      await backend.mutation("people/internal:unlockDone", { id });
    },
  });
  await each(options, {
    name: "a mail about the correction of an email address",
    rows: correctionMails,
    query: "emails/internal:waitingMails",
    act: async ({ id, ...correction }) => {
      if (await takes("emails/internal:takeMail", { id, mail: correction.mail })) await mailCorrection(correction);
    },
  });
  await each(options, {
    name: "opening the account of somebody who is invited",
    rows: accountOrders,
    query: "invitations/internal:orders",
    act: async ({ id, kind, ...account }) => {
      if (!(await takes("invitations/internal:takeOrder", { id }))) return;
      const { found, mailed } = await openInvited({ ...account, isReminder: kind === "remind" });
      later(mailed.then(async (end) => await endOrder(options, { id, found, end })));
    },
  });
  await each(options, {
    name: "an order for somebody's sign-in",
    rows: signInOrders,
    query: "removals/internal:signInOrders",
    act: async ({ id, ...order }) => {
      if (!(await takes("removals/internal:takeSignInOrder", { id }))) return;
      await backend.mutation("removals/internal:signInOrderDone", { id, found: { ...(await carryOut(order)) } });
    },
  });
}
