/** One mail, ready to send. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What it is for, as the outbox lists it. */
  readonly kind: string;
  /** The address the mail wants opened; shown in the log of a demo, where nobody has an inbox. */
  readonly link?: string;
}

/** Where mail goes. Sending never blocks or fails the caller: delivery is retried and recorded behind it. */
export interface MailPort {
  send(mail: Mail): void;
  /** Waits for what is being delivered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
