/** All sessions of one engine. */
import { SessionDriver } from "./driver.ts";
import type { SessionServices, Transport } from "./services.ts";

/** What a socket adapter drives. */
export interface Session {
  receive(text: string): void;
  closed(): void;
}

/** How many sockets may be open at once. */
export interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerIdentity: number;
  readonly anonymousConnections: number;
}

export class SyncServer {
  readonly #services: SessionServices;
  readonly #sessions = new Set<SessionDriver>();
  /** Sockets by identity; "" are those nobody has signed in on. */
  readonly #byIdentity = new Map<string, number>();
  readonly #limits: ConnectionLimits;

  constructor(services: SessionServices, limits: ConnectionLimits) {
    this.#services = services;
    this.#limits = limits;
  }

  get connections(): number {
    return this.#sessions.size;
  }

  /** Starts the session of a new socket. */
  open(transport: Transport): Session {
    let counted: string | null = null;
    const driver = new SessionDriver(this.#services, transport, (identity) => {
      if (counted === null || !this.#hasRoom(identity, counted)) return false;
      this.#count(counted, -1);
      this.#count(identity, 1);
      counted = identity;
      return true;
    });
    if (this.#sessions.size >= this.#limits.connections || !this.#hasRoom("", null)) driver.shut("TooManyConcurrentRequests");
    else {
      this.#sessions.add(driver);
      this.#count("", 1);
      counted = "";
    }
    return {
      receive: (text) => driver.receive(text),
      closed: () => {
        if (counted !== null) this.#count(counted, -1);
        counted = null;
        this.#sessions.delete(driver);
        driver.closed();
      },
    };
  }

  #hasRoom(identity: string, from: string | null): boolean {
    const limit = identity === "" ? this.#limits.anonymousConnections : this.#limits.connectionsPerIdentity;
    return identity === from || (this.#byIdentity.get(identity) ?? 0) < limit;
  }

  #count(identity: string, change: 1 | -1): void {
    const count = (this.#byIdentity.get(identity) ?? 0) + change;
    if (count > 0) this.#byIdentity.set(identity, count);
    else this.#byIdentity.delete(identity);
  }

  /** Closes every socket; clients come back by themselves. */
  close(): void {
    for (const driver of this.#sessions) driver.shut("ServiceRestart");
    this.#sessions.clear();
  }
}
