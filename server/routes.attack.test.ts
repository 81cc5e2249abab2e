/**
 * Every route of the portal outside the functions, asked by everybody there is: the sign-in's, and what the host answers
 * itself. The functions have a table of their own (`convex/impersonation/matrix.attack.test.ts`).
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Id } from "../convex/_generated/dataModel";
import { ROLE_NAMES, type RoleName } from "../convex/access/roles.ts";
import { servedModules } from "../convex/testing/backends.testing.ts";
import { runStep } from "../convex/testing/steps.testing.ts";
import { personFields } from "../convex/testing/world.testing.ts";
import type { Provisioning } from "./auth/provisioning.ts";
import { AUTH_ENDPOINT_NAMES, AUTH_PATH } from "./auth/routes.ts";
import { createStaticFiles } from "./http/static.ts";
import { createLog } from "./lib/log.ts";
import { type Portal, startPortal } from "./portal.ts";
import { parseEnv } from "./settings/env.ts";

/** Everybody there is: without a session, with one that is worth nothing, by role, and through somebody else's eyes. */
const WHO = [
  "nobody",
  "initial",
  "suspended",
  "staff",
  "admin",
  "governance",
  "finops",
  "superAdmin",
  "looking",
  "acting",
] as const;
type Who = (typeof WHO)[number];

interface Caller {
  readonly email: string;
  password: string;
  cookie: string;
}
/** What each is answered: the status, and the code or outcome that was said. */
type Answers = Readonly<Record<Who, string>>;

interface Row {
  readonly body?: (caller: Caller, who: Who) => object;
  readonly answers: Answers;
  /** Whether it ends the session it was asked in, so that the next route needs another. */
  readonly ends?: boolean;
}

const all = (answer: string, but: Partial<Answers> = {}): Answers =>
  Object.fromEntries(WHO.map((who) => [who, but[who] ?? answer])) as Answers;
/** For whoever has a session that is worth something. */
const signedIn = (answer: string, but: Partial<Answers> = {}): Answers =>
  all(answer, { nobody: "401 session_expired", suspended: "401 session_expired", ...but });
const NOT_THROUGH_EYES = { looking: "403 impersonating", acting: "403 impersonating" };
const credentials = ({ email, password }: Caller) => ({ email, password });
const NO_LINK = { token: "a-link-nobody-was-mailed" };

const SIGN_IN: Readonly<Record<string, Row>> = {
  "POST sign-in": {
    body: credentials,
    answers: all("200 complete", {
      nobody: "422 form_identifier_not_found",
      suspended: "422 form_password_incorrect",
    }),
    ends: true,
  },
  "POST auto-sign-in": {
    body: credentials,
    answers: all("200 complete", {
      nobody: "422 form_identifier_not_found",
      suspended: "422 form_password_incorrect",
    }),
  },
  "POST sign-up": {
    body: (_caller, who) => ({
      firstName: "New",
      lastName: "Person",
      email: `new.${who}@ao.com`,
      password: "Somebody-new1",
    }),
    answers: all("200 needs_email_verification"),
  },
  "POST open-link": { body: () => ({ ...NO_LINK, purpose: "reset-password" }), answers: all("400 link_invalid") },
  "POST verify-email": {
    body: () => ({ ...NO_LINK, password: "Taken-over1" }),
    answers: all("400 verification_failed"),
  },
  "POST accept-invitation": {
    body: () => ({ ...NO_LINK, password: "Taken-over1" }),
    answers: all("400 invitation_expired"),
  },
  "POST renew-invitation": { body: () => NO_LINK, answers: all("200") },
  "POST resend-verification": { body: ({ email }) => ({ email }), answers: all("200") },
  "POST request-password-reset": { body: ({ email }) => ({ email }), answers: all("200") },
  "POST reset-password": { body: () => ({ ...NO_LINK, newPassword: "Taken-over1" }), answers: all("400 link_invalid") },
  "POST change-email": { body: () => NO_LINK, answers: all("400 link_invalid") },
  "POST correct-email": { body: () => NO_LINK, answers: all("400 link_invalid") },
  "POST keep-email": { body: () => NO_LINK, answers: all("400 link_invalid") },
  "GET jwks": { answers: all("200") },
  "GET token": { answers: all("200") },
  "GET sessions": { answers: signedIn("200") },
  "POST step-up": {
    body: ({ password }) => ({ password, for: "impersonation.start:somebody" }),
    answers: signedIn("200", { initial: "422 form_password_validation_failed" }),
  },
  "POST request-email-change": {
    body: ({ password }, who) => ({ email: `other.${who}@ao.com`, password }),
    answers: signedIn("200", { ...NOT_THROUGH_EYES, initial: "422 form_invalid" }),
  },
  "POST first-password": {
    body: () => ({ newPassword: "Of-their-own1" }),
    answers: signedIn("422 form_password_incorrect", { initial: "200" }),
  },
  "POST change-password": {
    body: ({ password }) => ({ currentPassword: password, newPassword: "Changed-by-me1" }),
    answers: signedIn("200", NOT_THROUGH_EYES),
  },
  "POST revoke-session": { body: () => ({ sessionId: "of-somebody-else" }), answers: signedIn("200") },
  "POST sign-out": { body: () => ({}), answers: all("200 complete"), ends: true },
};

const HOST: Readonly<Record<string, Row>> = {
  "GET /healthz": { answers: all("200 ok") },
  "GET /readyz": { answers: all("200 ready") },
  "GET /api/client-errors": { answers: all("403 not-allowed", { superAdmin: "200", looking: "200", acting: "200" }) },
  "POST /api/client-errors": { body: () => ({ message: "x is undefined" }), answers: all("202") },
  "POST /api/inbound-mail": { body: () => ({}), answers: all("401 not-signed") },
  // A session is no proof to the backend: programs come with a token, and files with a permit.
  "POST /api/query": {
    body: () => ({ path: "people/queries:me", args: {}, format: "json" }),
    answers: all("200 null"),
  },
  "GET /http/attachments?id=x": { answers: all("401") },
  "GET /app/environment": { answers: all("200 null", { superAdmin: "200", looking: "200", acting: "200" }) },
  "GET /app/sessions": { answers: all("200 null", { admin: "200", governance: "200", superAdmin: "200" }) },
};

const dataDir = mkdtempSync(join(tmpdir(), "portal-routes-"));
const callers = new Map<Who, Caller>();
let portal: Portal;
let provisioning: Provisioning;
let staffId: Id<"people">;
let ran = 0;

const run: <T>(step: Parameters<typeof runStep<T>>[1]) => Promise<T> = (step) =>
  runStep(async (path, args) => await portal.backend.mutation(path, args), step);

async function ask(caller: Caller, method: string, path: string, body?: object) {
  const answer = await fetch(portal.url + path, {
    method,
    headers: { "content-type": "application/json", origin: portal.url, cookie: caller.cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { status: answer.status, text, cookies };
}

async function enter(caller: Caller): Promise<void> {
  const { cookies } = await ask({ ...caller, cookie: "" }, "POST", `${AUTH_PATH}sign-in`, credentials(caller));
  if (cookies.length > 0) caller.cookie = cookies.join("; ");
}

/** The status, and what was said that tells one outcome from another. */
function outcomeOf({ status, text }: { status: number; text: string }): string {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return String(status);
  }
  const body = (said as { value?: unknown } | null)?.value === null ? null : (said as Record<string, unknown> | null);
  if (body === null) return `${status} null`;
  const word = body["code"] ?? body["status"];
  return typeof word === "string" && word !== "success" ? `${status} ${word}` : String(status);
}

beforeAll(async () => {
  const parsed = parseEnv({
    PORT: "0",
    DATA_DIR: dataDir,
    PORTAL_DEMO: "0",
    BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com",
    ADDRESS_LIMIT_FACTOR: "100",
    MAIL_IN_ADDRESS: "support@help.ao.com",
    MAIL_IN_SECRET: "gateway secret of thirty-two characters",
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  portal = await startPortal({
    env: parsed.env,
    log: createLog("silent"),
    modules: servedModules(),
    demo: {
      modules: {},
      standIns: {},
      open: async (parts) => void ({ provisioning } = parts),
      rest: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    files: createStaticFiles(dataDir),
    // What the application asks of the host for whoever is signed in.
    app: async (request, { context }) =>
      Response.json(
        await (new URL(request.url).pathname === "/app/environment"
          ? context.portal.environment()
          : context.portal.sessionsOf(staffId)),
      ),
    print: () => undefined,
  });
  for (const who of WHO) {
    const caller = { email: `${who.toLowerCase()}@ao.com`, password: `Password-of-${who}1`, cookie: "" };
    callers.set(who, caller);
    if (who === "nobody") continue;
    await provisioning.openAccount({
      ...caller,
      firstName: who,
      lastName: "Tester",
      hasChangedInitialPassword: who !== "initial",
    });
    await enter(caller);
    const { token } = JSON.parse((await ask(caller, "GET", `${AUTH_PATH}token`)).text) as { token: string };
    const { iss, sub } = decodeJwt(token);
    await run(async (ctx) => {
      const isRole = (ROLE_NAMES as readonly string[]).includes(who);
      const role: RoleName = isRole
        ? (who as RoleName)
        : who === "looking" || who === "acting"
          ? "superAdmin"
          : "staff";
      const personId = await ctx.db.insert("people", {
        ...personFields(who, { roles: [...new Set<RoleName>(["staff", role])], email: caller.email }),
        tokenIdentifier: `${iss}|${sub}`,
        hasChangedInitialPassword: who !== "initial",
        status: who === "suspended" ? "suspended" : "active",
      });
      if (who === "staff") staffId = personId;
      if (who !== "looking" && who !== "acting") return;
      const impersonationStartedAt = Date.now();
      await ctx.db.insert("impersonationSessions", {
        realPersonId: personId,
        impersonatingUserId: staffId,
        mode: who === "acting" ? "act" : "view",
        reason: "Support",
        impersonationStartedAt,
        impersonationExpiresAt: impersonationStartedAt + 3_600_000,
      });
    });
  }
});

afterAll(async () => {
  await portal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function answersOf(method: string, path: string, { body, ends }: Row): Promise<Answers> {
  const answers: Partial<Record<Who, string>> = {};
  for (const who of WHO) {
    const caller = callers.get(who);
    if (!caller) throw new Error(who);
    const answer = await ask(caller, method, path, body?.(caller, who));
    answers[who] = outcomeOf(answer);
    ran += 1;
    if (answer.status === 200 && path.endsWith("-password") && answer.cookies.length > 0) {
      caller.password = path.endsWith("first-password") ? "Of-their-own1" : "Changed-by-me1";
      caller.cookie = answer.cookies.join("; ");
    }
    if (ends) await enter(caller);
  }
  return answers as Answers;
}

describe("route by caller [I12]", () => {
  test("every endpoint of the sign-in has its row", () => {
    expect(Object.keys(SIGN_IN).toSorted()).toEqual([...AUTH_ENDPOINT_NAMES].toSorted());
  });

  test.each(Object.entries(SIGN_IN))("the sign-in answers %s as the table says", async (name, row) => {
    const [method = "", endpoint = ""] = name.split(" ");
    expect(await answersOf(method, AUTH_PATH + endpoint, row)).toEqual(row.answers);
  });

  test.each(Object.entries(HOST))("the host answers %s as the table says", async (name, row) => {
    const [method = "", path = ""] = name.split(" ");
    expect(await answersOf(method, path, row)).toEqual(row.answers);
  });

  afterAll(() => {
    const rows = Object.keys(SIGN_IN).length + Object.keys(HOST).length;
    process.stdout.write(
      `route matrix: ${rows} routes x ${WHO.length} callers = ${rows * WHO.length} cells, ${ran} ran\n`,
    );
    expect(ran).toBe(rows * WHO.length);
  });
});
