/**
 * Sends what the backend queued in its outbox. It asks whether anything is due, claims a few mails, hands
 * them to the mail port one after the other and reports each end. How often a mail is tried is the outbox's
 * decision: a sender that dies simply does not report, and the mail is claimed again.
 *
 * Where the mail server refuses the portal's own sign-in no mail is at fault: they go back as they were, and
 * nothing is sent until a while has passed. The pause is this process's alone, so a restart tries at once. Where it relays
 * nothing to the domain of one receiver, that mail is tried again like any other that failed, and no other waits for it.
 */

import * as z from "zod";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import type { Backend } from "../backend/port.ts";
import { messageOf } from "../lib/message-of.ts";
import { hostOf } from "./delivery.ts";
import { type MailFile, type MailPort, MailRefused, type MailThread, SignInRefused } from "./port.ts";

const ASK_EVERY_MS = 10_000;
/** Batches sent in a row before the next pause: a flood leaves the process room for everything else. */
const MAX_BATCHES = 10;
/** How long nothing is sent after the sign-in was refused: servers lock an account that keeps trying. */
const SIGN_IN_PAUSE_MS = 15 * MINUTE_MS;

const claimedMails = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    kind: z.string(),
    messageId: z.string(),
    thread: z.optional(z.object({ id: z.string(), references: z.array(z.string()), token: z.string() })),
    fileIds: z.optional(z.array(z.string())),
  }),
);
const mailedFile = z.nullable(z.object({ name: z.string(), contentType: z.string(), content: z.base64() }));
type ClaimedMail = z.infer<typeof claimedMails>[number];

export interface OutboxSenderOptions {
  readonly backend: Pick<Backend, "query" | "mutation" | "action">;
  readonly mail: Pick<MailPort, "deliver">;
  /** Who mail comes from: the host of that address stands in the portal's own Message-IDs. */
  readonly mailFrom: string;
  /** Where answers to tickets are mailed to; null: no answers come by mail. */
  readonly mailbox: string | null;
  /** Where links lead: the portal's own address. */
  readonly portalUrl: string;
  readonly log: { warn(message: string): void };
  readonly now: () => number;
}

export interface OutboxSender {
  /** Sends everything that is due now; the timer does it by itself. */
  sendDue(): Promise<void>;
  /** Whether mail waits because the mail server refused the sign-in when it was last tried. */
  isPaused(): boolean;
  /** Stops asking and waits for the mail under way. */
  close(): Promise<void>;
}

/** Starts sending, now and every ten seconds. */
export function startOutboxSender(options: OutboxSenderOptions): OutboxSender {
  let running: Promise<void> | null = null;
  let isClosed = false;
  let pausedUntil: number | null = null;
  const onSignIn = (isRefused: boolean): void => {
    if (isRefused && pausedUntil === null)
      options.log.warn("SMTP refused the sign-in: mail is paused, and one is tried every 15 minutes");
    pausedUntil = isRefused ? options.now() + SIGN_IN_PAUSE_MS : null;
  };
  const sendDue = (): Promise<void> => {
    if (pausedUntil !== null && options.now() < pausedUntil) return Promise.resolve();
    running ??= sendBatches(options, () => isClosed, onSignIn)
      .catch((error: unknown) => options.log.warn(`the mail outbox could not be read: ${messageOf(error)}`))
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void sendDue(), ASK_EVERY_MS);
  timer.unref();
  void sendDue();
  return {
    sendDue,
    isPaused: () => pausedUntil !== null,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function sendBatches(
  { backend, mail, portalUrl, mailFrom, mailbox }: OutboxSenderOptions,
  isClosed: () => boolean,
  onSignIn: (isRefused: boolean) => void,
): Promise<void> {
  const host = hostOf(mailFrom);
  for (let batch = 0; batch < MAX_BATCHES && !isClosed(); batch += 1) {
    if ((await backend.query("notifications/internal:isMailDue")) !== true) return;
    const claimed = claimedMails.parse(await backend.mutation("notifications/internal:claim", { portalUrl }));
    for (const [index, each] of claimed.entries()) {
      // What is not sent any more is claimed again after its lease.
      if (isClosed()) return;
      const files = () => filesOf(backend, each);
      const end = await attempt(mail, each, files, { host, mailbox });
      onSignIn(end.result === "returned");
      if (end.result === "returned") {
        for (const { id } of claimed.slice(index)) await settle(backend, id, end);
        return;
      }
      await settle(backend, each.id, end);
    }
  }
}

type End =
  | { readonly result: "sent" | "kept" | "returned" }
  | { readonly result: "failed" | "bounced"; readonly error: string };

async function settle(backend: Pick<Backend, "mutation">, id: string, end: End): Promise<void> {
  await backend.mutation("notifications/internal:settle", { id, ...end });
}

async function attempt(
  port: Pick<MailPort, "deliver">,
  { to, subject, text, kind, messageId, thread, fileIds }: ClaimedMail,
  files: () => Promise<readonly MailFile[]>,
  ours: OurAddresses,
): Promise<End> {
  try {
    return {
      result: await port.deliver({
        ...{ to, subject, kind },
        ...(thread ? inThread(text, thread, ours) : { text, messageId }),
        ...(fileIds && { files }),
      }),
    };
  } catch (error) {
    if (error instanceof SignInRefused) return { result: "returned" };
    return { result: error instanceof MailRefused ? "bounced" : "failed", error: messageOf(error) };
  }
}

/** What a mail carries by now, fetched one after the other. */
async function filesOf(
  backend: Pick<Backend, "action">,
  { id, fileIds = [] }: ClaimedMail,
): Promise<readonly MailFile[]> {
  const files: MailFile[] = [];
  for (const fileId of fileIds) {
    const file = mailedFile.parse(await backend.action("notifications/actions:readMailedFile", { id, fileId }));
    if (file) files.push({ ...file, content: Buffer.from(file.content, "base64") });
  }
  return files;
}

/** The host of the portal's own Message-IDs, and where answers are mailed to. */
interface OurAddresses {
  readonly host: string;
  readonly mailbox: string | null;
}

/** A mail of a conversation: the portal's own Message-IDs are kept without their host, and addresses without the mailbox. */
function inThread(
  text: string,
  { id, references, token }: NonNullable<ClaimedMail["thread"]>,
  { host, mailbox }: OurAddresses,
): { text: string; thread: MailThread } {
  const whole = (one: string): string => `<${one.includes("@") ? one : `${one}@${host}`}>`;
  const thread = { messageId: whole(id), references: references.map(whole) };
  if (mailbox === null) return { text, thread };
  const at = mailbox.lastIndexOf("@");
  const replyTo = `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`;
  return { text: `Reply to this email to answer in the ticket.\n\n${text}`, thread: { ...thread, replyTo } };
}
