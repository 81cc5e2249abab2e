/**
 * Where a mail gateway delivers answers to tickets: one raw message (RFC 5322) per POST, signed. Who is not the gateway
 * learns nothing; a body is read only where signature and time look right. What cannot be a reply is refused, so that its writer is sent it back (S26). A mail
 * that is held for an agent says so to the gateway alone.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { takeAttempt } from "../auth/limits.ts";
import type { RateLimiter, RateRule } from "../auth/rate-limit.ts";
import type { Backend } from "../backend/port.ts";
import { readMail } from "../mail/inbound/read.ts";
import { isProofFresh, isSigned } from "../mail/inbound/signature.ts";
import type { MailPort } from "../mail/port.ts";
import type { Site } from "./site.ts";
import { readBody, sendJson } from "./web.ts";

export const INBOUND_MAIL_PATH = "/api/inbound-mail";
/** The longest mail, with what is attached to it. */
const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/** Deliveries of one address, whatever they prove; and those that proved nothing. */
const DELIVERIES: RateRule = { name: "mail deliveries by address", limit: 300, windowMs: MINUTE_MS };
const UNPROVEN: RateRule = { name: "unproven mail deliveries by address", limit: 20, windowMs: 10 * MINUTE_MS };

/** What a delivery is answered with, by what came of the mail. */
const STATUS: Readonly<Record<string, number>> = {
  added: 200,
  held: 202,
  again: 200,
  automated: 200,
  bounced: 200,
  "unknown-address": 422,
  "foreign-sender": 422,
  unusable: 422,
  over: 422,
  "too-many": 429,
  "under-way": 429,
};

/** The address answers are sent to, and the secret shared with the gateway that brings them. */
export interface MailInSettings {
  readonly address: string;
  readonly secret: string;
}

interface MailParts {
  readonly mailIn: MailInSettings | null;
  readonly limiter: RateLimiter;
  readonly site: Pick<Site, "addressOf">;
  readonly backend: Pick<Backend, "mutation" | "action">;
  readonly mail: Pick<MailPort, "isUnderWay">;
}

/** Answers a delivery. */
export async function answerInboundMail(
  parts: MailParts,
  { request, answer }: { readonly request: IncomingMessage; readonly answer: ServerResponse },
): Promise<void> {
  const refuse = (status: number, code: string): void => {
    request.resume();
    answer.setHeader("connection", "close");
    sendJson(answer, status, { code });
  };
  const { mailIn, limiter } = parts;
  if (mailIn === null) return refuse(404, "not-found");
  if (request.method !== "POST") return refuse(405, "method");
  const address = parts.site.addressOf(request);
  if (takeAttempt(limiter, DELIVERIES, address) !== null) return refuse(429, "too-many");
  const proof = {
    timestamp: only(request.headers["mail-timestamp"]),
    signature: only(request.headers["mail-signature"]),
  };
  const unproven = (): void => refuse(takeAttempt(limiter, UNPROVEN, address) === null ? 401 : 429, "not-signed");
  if (!isProofFresh(proof, Date.now())) return unproven();
  const body = (await readBody(request, MAX_MAIL_BYTES)) ?? new Uint8Array();
  if (!isSigned(mailIn.secret, proof, body)) return unproven();
  const outcome = await take(parts, body, mailIn.address);
  const status = STATUS[outcome] ?? 500;
  if (status === 429) answer.setHeader("retry-after", "3600");
  sendJson(answer, status, status < 300 ? { result: outcome } : { code: outcome });
}

async function take({ backend, mail: sending }: MailParts, raw: Uint8Array, mailbox: string): Promise<string> {
  const mail = await readMail(raw, mailbox);
  if (mail === null) return "unusable";
  const { bounce } = mail;
  // Asked first: once it is not under way any more, the outbox holds it or never will.
  if (bounce && sending.isUnderWay(bounce.messageId)) return "under-way";
  const noted = bounce && String(await backend.mutation("notifications/internal:bounce", { ...bounce }));
  if (noted === "bounced" || noted === "under-way") return noted;
  // Nothing else follows from it, and nobody is answered: two robots would never end.
  if (mail.isAutomated) return "automated";
  if (mail.token === null) return "unknown-address";
  if (mail.from === null) return "foreign-sender";
  const { token, from, messageId, body, files } = mail;
  const reply = { token, from, messageId, body };
  if (files.length === 0) return String(await backend.mutation("tickets/internal:takeMail", reply));
  return String(await backend.action("tickets/actions:takeMail", { ...reply, files }));
}

function only(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
