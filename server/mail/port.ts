/** The conversation a mail is part of; each Message-ID whole, in its brackets. */
export interface MailThread {
  readonly messageId: string;
  /** The mails before it, oldest first: the last is the one it answers. */
  readonly references: readonly string[];
  /** Where its answers go; without, they go to whom it came from. */
  readonly replyTo?: string;
}

/** A file that a mail carries. */
export interface MailFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail, ready to send. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same words as HTML; a mail without is plain text. */
  readonly html?: string;
  /** What it is for, as the outbox lists it. */
  readonly kind: string;
  /** The address the mail wants opened; shown in the log of a demo, where nobody has an inbox. */
  readonly link?: string;
  /** Its Message-ID without the host, where it is part of no conversation. */
  readonly messageId?: string;
  readonly thread?: MailThread;
  /** Fetches what it carries, once it leaves: nothing is held for mails that wait. */
  readonly files?: () => Promise<readonly MailFile[]>;
}

/** The mail server does not take the portal's sign-in: no mail would leave, whichever it is. */
export class SignInRefused extends Error {}

/** The mail server takes no mail of the portal for this receiver's domain: not the mail is wrong but what the server is told to relay. */
export class RelayRefused extends Error {}

/** The mail server does not take this mail, for its receiver or its contents, now or later (SMTP 5xx): its words. */
export class MailRefused extends Error {}

/** Carries one mail away, or throws. */
export interface MailTransport {
  deliver(mail: Mail): Promise<void>;
  close(): void;
}

/** How a mail ended: the mail server took it, nothing leaves this process, it could not be sent, or it is refused for good. */
export type MailEnd = "sent" | "kept" | "failed" | "bounced";

/**
 * Where mail goes. Sending never blocks or fails the caller: delivery is retried and recorded behind it. Whoever has to
 * know waits for its end, which is never a rejection.
 */
export interface MailPort {
  send(mail: Mail): Promise<MailEnd>;
  /**
   * One attempt for a caller who keeps the books: "sent" when the mail server took it, "kept" when nothing
   * leaves this process; rejects with the mail server's words, as MailRefused where it never will, as RelayRefused where it
   * takes none for this domain, and as SignInRefused where it took no mail at all.
   */
  deliver(mail: Mail): Promise<"sent" | "kept">;
  /** Whether a mail that was handed to `send` may have left while the outbox does not hold it yet. */
  isUnderWay(messageId: string): boolean;
  /** The domains to which the mail server carries no mail of the portal, as it last said; none where it is not known. */
  relayRefusedTo(): readonly string[];
  /** Waits for what is being delivered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
