/** All sessions of one engine. */
import { SessionDriver } from "./driver.ts";
import type { SessionServices, Transport } from "./services.ts";

/** What a socket adapter drives. */
export interface Session {
  receive(text: string): void;
  closed(): void;
}

export class SyncServer {
  readonly #services: SessionServices;
  readonly #sessions = new Set<SessionDriver>();
  readonly #maxConnections: number;

  constructor(services: SessionServices, maxConnections: number) {
    this.#services = services;
    this.#maxConnections = maxConnections;
  }

  get connections(): number {
    return this.#sessions.size;
  }

  /** Starts the session of a new socket. */
  open(transport: Transport): Session {
    const driver = new SessionDriver(this.#services, transport);
    if (this.#sessions.size >= this.#maxConnections) driver.shut("TooManyConcurrentRequests");
    else this.#sessions.add(driver);
    return {
      receive: (text) => driver.receive(text),
      closed: () => {
        this.#sessions.delete(driver);
        driver.closed();
      },
    };
  }

  /** Closes every socket; clients come back by themselves. */
  close(): void {
    for (const driver of this.#sessions) driver.shut("ServiceRestart");
    this.#sessions.clear();
  }
}
