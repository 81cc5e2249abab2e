/** The people journeys are about. Each is a demo account. */

import type { BrowserContext, Page } from "playwright-core";
import { demoPassword, type Portal } from "./portal/portal.ts";

/** Who somebody is in a journey, and with which account. */
export const personas = {
  staff: "staff@ao.com",
  admin: "admin@ao.com",
  governance: "governance@ao.com",
  finops: "finops@ao.com",
  superAdmin: "super@ao.com",
  /** Has a first password that must be changed at the first sign-in. */
  newStarter: "newstarter@ao.com",
} as const;

/** The name of one of them. */
export type Persona = keyof typeof personas;

/** The cookies of somebody who is signed in. */
export type SignedIn = Awaited<ReturnType<BrowserContext["cookies"]>>;

/**
 * Signs a persona in and keeps the session for later contexts of the same portal: attempts are limited
 * per account. The sign-in is the page's own call, sent without the page: how the page does it is what
 * sign-in.test.ts is about.
 */
export class Sessions {
  readonly #portal: Portal;
  readonly #kept = new Map<Persona, SignedIn>();

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  kept(persona: Persona): SignedIn | undefined {
    return this.#kept.get(persona);
  }

  async signIn(page: Page, persona: Persona): Promise<void> {
    const answer = await page.request.post(`${this.#portal.url}/api/auth/sign-in`, {
      headers: { origin: this.#portal.url },
      data: { email: personas[persona], password: demoPassword },
    });
    if (!answer.ok()) throw new Error(`${persona} could not sign in: ${answer.status()} ${await answer.text()}`);
    this.#kept.set(persona, await page.context().cookies());
  }
}
