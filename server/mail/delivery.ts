/**
 * Sending mail. Without SMTP_URL a mail is recorded in the outbox and that is all; with it, it is sent and
 * the outbox records how that ended. A full queue drops the newest mail rather than growing for ever.
 *
 * Whoever has the link of such a mail is its receiver to the portal. So it exists in this process's memory
 * until the mail server took it, and nowhere else: the outbox keeps the words around it.
 */

import { randomUUID } from "node:crypto";
import { createTransport, type SendMailOptions } from "nodemailer";
import { REMOVED } from "../../convex/lib/pure/secrets.ts";
import { messageOf } from "../lib/message-of.ts";
import {
  type Mail,
  type MailEnd,
  type MailFile,
  type MailPort,
  MailRefused,
  type MailTransport,
  RelayRefused,
  SignInRefused,
} from "./port.ts";
import { watchRelaying } from "./relaying.ts";

const MAX_QUEUED = 200;
const MAX_ATTEMPTS = 4;
const FIRST_RETRY_MS = 2_000;
const SMTP_TIMEOUT_MS = 15_000;
const MAX_ERROR_CHARACTERS = 500;
/** How nodemailer names a sign-in that failed, and what a server answers that wants one before it takes a mail. */
const SIGN_IN_CODES = ["EAUTH", "ENOAUTH", "EOAUTH2"];
const SIGN_IN_ANSWERS = [530, 534, 535];
/** How mail servers say that they carry no mail to a receiver's domain, once the receiver is taken out of their words. */
const RELAY_WORDS = /\brelay(?:ing)?\b|\brcpthosts\b/i;
/** A status about the receiver's address itself (RFC 3463, 3.2). */
const ADDRESS_STATUS = /\b[45]\.1\.\d{1,3}\b/;
/** The commands, as nodemailer names them, whose refusal is of one mail and not of whoever sends it. */
const COMMANDS_OF_ONE_MAIL = ["RCPT TO", "DATA"];
const WITHHELD_LINK = "(a link that only the mail itself holds)";

/** How one mail ended, as the outbox keeps it. */
export interface MailRecord {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly kind: string;
  readonly status: "queued" | "sent" | "failed" | "bounced";
  readonly error?: string;
  /** What a bounce names it by, where it left. */
  readonly messageId?: string;
}

export interface DeliveryOptions {
  /** Null: nothing leaves the process, the outbox is the inbox. */
  readonly transport: MailTransport | null;
  readonly record: (record: MailRecord) => Promise<void>;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** In a demo nobody has an inbox: the link is also printed. */
  readonly printsLinks: boolean;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** The mail port over a transport and an outbox. */
export function createMailDelivery(options: DeliveryOptions): MailPort {
  const wait = options.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()));
  const transport = options.transport && watchRelaying(options.transport, options.log);
  /** What is under way, by its Message-ID. */
  const running = new Map<string, Promise<MailEnd>>();
  return {
    send: async (mail) => {
      if (running.size >= MAX_QUEUED) {
        options.log.warn(`the mail queue is full: a "${mail.kind}" mail was dropped`);
        return "failed";
      }
      if (options.printsLinks && mail.link !== undefined)
        options.log.info(`Mail to ${mail.to}: ${mail.subject}\n  ${mail.link}`);
      const messageId = randomUUID();
      const job = deliverAndRecord({ ...mail, messageId }, { ...options, transport }, wait).finally(
        () => void running.delete(messageId),
      );
      running.set(messageId, job);
      return await job;
    },
    deliver: async (mail) => {
      if (transport === null) return "kept";
      await transport.deliver(mail);
      return "sent";
    },
    isUnderWay: (messageId) => running.has(messageId),
    relayRefusedTo: () => transport?.relayRefusedTo() ?? [],
    idle: async () => void (await Promise.all(running.values())),
    close: async () => transport?.close(),
  };
}

async function deliverAndRecord(
  mail: Mail & { readonly messageId: string },
  options: DeliveryOptions,
  wait: (milliseconds: number) => Promise<void>,
): Promise<MailEnd> {
  const { to, subject, kind, messageId } = mail;
  const { transport } = options;
  const record = (outcome: Pick<MailRecord, "text" | "status" | "error" | "messageId">) =>
    options
      .record({ to, subject, kind, ...outcome })
      .catch(() => options.log.warn(`the outbox did not take a "${kind}" mail`));
  const text = withoutLink(mail, mail.text);
  if (transport === null) {
    await record({ text, status: "queued" });
    return "kept";
  }
  const error = await deliverWithRetries(mail, transport, wait);
  if (error === null) {
    await record({ text, messageId, status: "sent" });
    return "sent";
  }
  const isRefused = error instanceof MailRefused;
  const why = isRefused
    ? ": the mail server refused it"
    : error instanceof SignInRefused
      ? ": SMTP refused the sign-in"
      : ` after ${MAX_ATTEMPTS} attempts`;
  options.log.warn(`a "${kind}" mail could not be sent${why}`);
  // A mail server may quote what it refuses.
  const status = isRefused ? "bounced" : "failed";
  await record({ text, status, error: withoutLink(mail, error.message).slice(0, MAX_ERROR_CHARACTERS) });
  return status;
}

function withoutLink({ link }: Mail, text: string): string {
  return link === undefined ? text : text.replaceAll(link, WITHHELD_LINK);
}

/** The last error, or null once it was delivered. A mail or a sign-in that was refused is not tried again. */
async function deliverWithRetries(
  mail: Mail,
  transport: MailTransport,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Error | null> {
  let lastError = new Error("unknown");
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      await transport.deliver(mail);
      return null;
    } catch (error) {
      lastError = error instanceof Error ? error : new Error("unknown");
      if (error instanceof SignInRefused || error instanceof MailRefused) break;
      if (attempt < MAX_ATTEMPTS) await wait(FIRST_RETRY_MS * 2 ** (attempt - 1));
    }
  }
  return lastError;
}

/** Nobody's absence is to be told to the portal, and no other robot is to answer it (RFC 3834). */
const FROM_A_MACHINE = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** "Data Portal <portal@example.com>": example.com, which stands in the portal's own Message-IDs. */
export function hostOf(mailFrom: string): string {
  return /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
}

/** A mail from this address with the headers it leaves with, and its files as ones to save. */
export function envelopeOf(
  { to, subject, text, html, messageId, thread }: Mail,
  from: string,
  files: readonly MailFile[] = [],
): SendMailOptions {
  const inReplyTo = thread?.references.at(-1);
  return {
    from,
    to,
    subject,
    text,
    html,
    headers: FROM_A_MACHINE,
    ...(messageId !== undefined && { messageId: `<${messageId}@${hostOf(from)}>` }),
    ...(thread && { messageId: thread.messageId, references: [...thread.references], replyTo: thread.replyTo }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(files.length > 0 && {
      attachments: files.map(({ name: filename, contentType, content }) => ({
        ...{ filename, contentType, content },
        contentDisposition: "attachment" as const,
      })),
    }),
  };
}

/** A transport over an SMTP server. */
export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const url = new URL(smtpUrl);
  const transporter = createTransport({
    host: url.hostname,
    port: url.port === "" ? (url.protocol === "smtps:" ? 465 : 587) : Number(url.port),
    secure: url.protocol === "smtps:",
    ...(url.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // Mail bodies are ours alone: never let one read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    deliver: async (mail) => {
      // Fetched before: what is not there is not the mail server's.
      const files = (await mail.files?.()) ?? [];
      try {
        await transporter.sendMail(envelopeOf(mail, from, files));
      } catch (error) {
        const words = withoutSignIn(url, messageOf(error));
        if (isSignInRefused(error)) throw new SignInRefused(words);
        if (isRelayRefused(error)) throw new RelayRefused(words);
        throw isMailRefused(error) ? new MailRefused(words) : new Error(words);
      }
    },
    close: () => transporter.close(),
  };
}

function isSignInRefused(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  return SIGN_IN_CODES.some((one) => one === code) || SIGN_IN_ANSWERS.some((one) => one === responseCode);
}

/**
 * Whether the mail server answered to a receiver that it carries no mail to their domain, for good or for now (RFC 5321,
 * 4.2.1). It is told apart by its words: 5.7.1 is also what a server answers that knows the receiver and does not want
 * this mail.
 */
function isRelayRefused(error: unknown): boolean {
  const { command, response } = error as { readonly command?: unknown; readonly response?: unknown };
  if (command !== "RCPT TO" || typeof response !== "string" || !/^[45]/.test(response)) return false;
  const words = response.replaceAll(/<[^<>]*>|\S+@\S+/g, "");
  return RELAY_WORDS.test(words) && !ADDRESS_STATUS.test(words);
}

/**
 * Whether the mail server answered that it will not take this mail, whenever it is tried (RFC 5321, 4.2.1): its receiver, or
 * what it says. Whoever connects and whoever sends are the same for every mail, and set right by somebody who waits.
 */
function isMailRefused(error: unknown): boolean {
  const { command, responseCode } = error as { readonly command?: unknown; readonly responseCode?: unknown };
  const isForGood = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return isForGood && COMMANDS_OF_ONE_MAIL.some((one) => one === command);
}

/** A mail server's words without the portal's own sign-in, which some of them quote as it was typed or as it was sent. */
function withoutSignIn({ username, password }: URL, text: string): string {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const encoded = (value: string): string => Buffer.from(value).toString("base64");
  const typed = [encoded(`\0${user}\0${pass}`), encoded(pass), pass, password].filter((form) => form !== "");
  return typed.reduce((rest, form) => rest.replaceAll(form, REMOVED), text);
}
