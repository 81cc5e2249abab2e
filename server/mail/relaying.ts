/** Which domains the mail server carries no mail to, as it last said: the portal's mail is right, and what it may relay is not. */

import { MailRefused, type MailTransport, RelayRefused } from "./port.ts";

/** Domains that are remembered; an operator who reads so many looks at the mail server. */
const MAX_DOMAINS = 10;

/** A transport that remembers where nothing is relayed to. */
export interface WatchedTransport extends MailTransport {
  /** The domains, the one it was said of last at the end. */
  relayRefusedTo(): readonly string[];
}

/** The same transport, watched. One mail there that leaves, or is refused for itself, shows that it is relayed to again. */
export function watchRelaying(transport: MailTransport, log: { warn(message: string): void }): WatchedTransport {
  const domains = new Set<string>();
  function refused(domain: string): void {
    if (!domains.delete(domain)) log.warn(`the mail server refuses to relay mail to ${domain}`);
    domains.add(domain);
    const [oldest] = domains;
    if (oldest !== undefined && domains.size > MAX_DOMAINS) domains.delete(oldest);
  }
  return {
    deliver: async (mail) => {
      const domain = mail.to.slice(mail.to.lastIndexOf("@") + 1).toLowerCase();
      try {
        await transport.deliver(mail);
        domains.delete(domain);
      } catch (error) {
        if (error instanceof RelayRefused) refused(domain);
        else if (error instanceof MailRefused) domains.delete(domain);
        throw error;
      }
    },
    close: () => transport.close(),
    relayRefusedTo: () => [...domains],
  };
}
