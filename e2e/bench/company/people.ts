/** The people of a company, as rows and as tokens. */

import type { Engine } from "@data-portal/engine";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";

const ISSUER = "https://portal.test";
/** Business areas they belong to. */
export const AREAS = 20;
const STEP = 200;

/** What sockets present, and what the functions must know to accept it. */
export interface Tokens {
  readonly env: Readonly<Record<string, string>>;
  of(person: number): Promise<string>;
}

/** Tokens by a key that lives as long as this process. */
export async function makeTokens(): Promise<Tokens> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true, modulusLength: 2048 });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const jwks = JSON.stringify({ keys: [{ ...jwk, kid, alg: "RS256", use: "sig" }] });
  return {
    env: {
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS: `data:application/json;base64,${Buffer.from(jwks).toString("base64")}`,
    },
    of: async (person) => {
      const name = nameOf(person);
      const claims = {
        sid: `session-of-${name}`,
        session_started_at: Date.now(),
        email: `${name}@ao.com`,
        email_verified: true,
        given_name: name,
        family_name: "Tester",
        has_changed_initial_password: true,
      };
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
        .setIssuer(ISSUER)
        .setAudience("convex")
        .setSubject(name)
        .setIssuedAt()
        .setExpirationTime("2h")
        .sign(privateKey);
    },
  };
}

/** What a person is called. */
export function nameOf(person: number): string {
  return `person-${person}`;
}

/** Fills an empty portal: its catalog, areas with owners, and people. Gives the areas. */
export async function fill(engine: Engine, people: number, areas: number): Promise<string[]> {
  await engine.mutation("catalog/internal:install", {});
  const ids: string[] = await engine.run(async (ctx) => {
    const made: string[] = [];
    for (let i = 0; i < areas; i++) {
      const ownerId = await ctx.db.insert("people", personRow(`owner-${i}`));
      made.push(
        await ctx.db.insert("businessAreas", {
          name: `Area ${i}`,
          code: `A${i}`,
          costCentre: String(4700 + i),
          ownerId,
        }),
      );
    }
    return made;
  });
  for (let from = 0; from < people; from += STEP) {
    await engine.run(async (ctx) => {
      for (let i = from; i < Math.min(from + STEP, people); i++)
        await ctx.db.insert("people", { ...personRow(nameOf(i)), businessAreaId: ids[i % ids.length] });
      return null;
    });
  }
  return ids;
}

function personRow(name: string): Record<string, string | number | boolean | string[]> {
  return {
    tokenIdentifier: `${ISSUER}|${name}`,
    email: `${name}@ao.com`,
    mailbox: `${name}@ao.com`,
    firstName: name,
    lastName: "Tester",
    hasChangedInitialPassword: true,
    status: "active",
    searchText: `${name} Tester ${name}@ao.com`,
    sortName: `${name} tester`,
    updatedAt: Date.now(),
    roles: ["staff"],
    isSuperAdmin: false,
    isElevated: false,
  };
}
