/** All sessions of one engine. */

import { networkOf, NO_ORIGIN } from "../functions/call.ts";
import { SessionDriver } from "./driver.ts";
import type { SessionServices, Transport } from "./services.ts";

/** What a socket adapter drives. */
export interface Session {
  receive(text: string): void;
  closed(): void;
  /** Whether nobody has signed in on this socket, and nobody is about to. */
  isAnonymous(): boolean;
  /** Whether a token is being checked: messages are kept until it is decided. */
  isBeingChecked(): boolean;
  /** Whether this socket has been sent nothing yet of what it asked for. */
  isNew(): boolean;
}

/** How many sockets may be open at once. */
export interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsPerIdentity: number;
  readonly anonymousConnections: number;
  readonly anonymousConnectionsPerAddress: number;
}

export class SyncServer {
  readonly #services: SessionServices;
  readonly #sessions = new Set<SessionDriver>();
  /** Sockets by caller; "" are those nobody has signed in on, which are counted by address, too. */
  readonly #byCaller = new Map<string, number>();
  readonly #anonymousByAddress = new Map<string, number>();
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
    const address = networkOf(transport.origin ?? NO_ORIGIN);
    let counted: string | null = null;
    const driver = new SessionDriver(this.#services, transport, (caller) => {
      if (counted === null || !this.#hasRoom(caller, counted, address)) return false;
      this.#count(counted, address, -1);
      this.#count(caller, address, 1);
      counted = caller;
      return true;
    });
    if (this.#sessions.size >= this.#limits.connections || !this.#hasRoom("", null, address))
      driver.shut("TooManyConcurrentRequests");
    else {
      this.#sessions.add(driver);
      this.#count("", address, 1);
      counted = "";
    }
    return {
      receive: (text) => driver.receive(text),
      closed: () => {
        if (counted !== null) this.#count(counted, address, -1);
        counted = null;
        this.#sessions.delete(driver);
        driver.closed();
      },
      isAnonymous: () => driver.isAnonymous,
      isBeingChecked: () => driver.isBeingChecked,
      isNew: () => driver.isNew,
    };
  }

  #hasRoom(caller: string, from: string | null, address: string): boolean {
    if (caller === from) return true;
    const open = this.#byCaller.get(caller) ?? 0;
    if (caller !== "") return open < this.#limits.connectionsPerIdentity;
    return (
      open < this.#limits.anonymousConnections &&
      (this.#anonymousByAddress.get(address) ?? 0) < this.#limits.anonymousConnectionsPerAddress
    );
  }

  #count(caller: string, address: string, change: 1 | -1): void {
    count(this.#byCaller, caller, change);
    if (caller === "") count(this.#anonymousByAddress, address, change);
  }

  /** Closes every socket; clients come back by themselves. */
  close(): void {
    for (const driver of this.#sessions) driver.shut("ServiceRestart");
    this.#sessions.clear();
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const after = (counts.get(key) ?? 0) + change;
  if (after > 0) counts.set(key, after);
  else counts.delete(key);
}
