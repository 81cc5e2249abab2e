/**
 * Every secret there is, and every place where somebody could come across it: a real portal among systems outside that
 * quote what they are sent, and none of it is found anywhere.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { failureOf } from "../convex/connectors/contract/failure.ts";
import { snowflakeConnector } from "../convex/connectors/snowflake/connector.ts";
import { makeKey } from "../convex/connectors/snowflake/harness.testing.ts";
import { queueMail } from "../convex/core/notifications/outbox.ts";
import { submitted } from "../convex/process/requests.testing.ts";
import { servedModules } from "../convex/testing/backends.testing.ts";
import { runStep } from "../convex/testing/steps.testing.ts";
import { aWorld, endWorld } from "../convex/testing/world.testing.ts";
import { createStaticFiles } from "./http/static.ts";
import { createLog } from "./lib/log.ts";
import { signatureOf } from "./mail/inbound/signature.ts";
import { type Portal, startPortal } from "./portal.ts";
import { aQuotingMailServer, aQuotingService, type QuotingMailServer, type QuotingService } from "./quoting.testing.ts";
import { parseEnv } from "./settings/env.ts";
import { SETTING_NAMES, SETTINGS } from "./settings/list.ts";

const OWNER = "owner@ao.com";
const PASSWORDS = { own: "Own-Horse-Battery-7", wrong: "Wrong-Guess-Of-Mine-9", stranger: "Stranger-Types-This-5" };
const SMTP_PASSWORD = "Mail/House+Key=7";
const CONFIGURED = {
  DEMO_PASSWORD: "Demo-World-Word-3",
  MAIL_IN_SECRET: "gateway secret of thirty-two characters",
  AUDIT_STREAM_TOKEN: "collector-word-short",
  SNOWFLAKE_TOKEN: "pat-word-short-77x",
  DBT_TOKEN: "dbt-word-short-99z",
  COLLATE_TOKEN: "bot-word-short-88y",
};

/** A place somebody can look into, as one text. */
type Place = "answers" | "documents" | "log" | "page errors" | "audit stream" | "mails";

/** A secret: its value as it may be written, and the one place that is its own. */
interface Row {
  readonly forms: () => readonly string[];
  readonly belongsTo?: Place;
}

/** What the portal made and gave out while it ran. */
const made: Record<string, string> = {};
const places: Record<Place, string> = {
  answers: "",
  documents: "",
  log: "",
  "page errors": "",
  "audit stream": "",
  mails: "",
};

/** As it is, in an address, in JSON, and in the alphabets that headers use. */
const written = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString("base64").replaceAll("=", ""),
  Buffer.from(value).toString("base64url"),
];
const madeBy = (name: string) => (): string[] => written(made[name] ?? "");

/** Every setting that is a secret has a row here, or the first test fails. */
const SETTING_ROWS: Partial<Record<string, Row>> = {
  DEMO_PASSWORD: { forms: () => written(CONFIGURED.DEMO_PASSWORD) },
  SMTP_URL: {
    forms: () => [
      ...written(SMTP_PASSWORD),
      Buffer.from(`\0portal\0${SMTP_PASSWORD}`).toString("base64").replaceAll("=", ""),
    ],
  },
  MAIL_IN_SECRET: { forms: () => written(CONFIGURED.MAIL_IN_SECRET) },
  AUDIT_STREAM_TOKEN: { forms: () => written(CONFIGURED.AUDIT_STREAM_TOKEN) },
  SNOWFLAKE_TOKEN: { forms: () => written(CONFIGURED.SNOWFLAKE_TOKEN) },
  DBT_TOKEN: { forms: () => written(CONFIGURED.DBT_TOKEN) },
  COLLATE_TOKEN: { forms: () => written(CONFIGURED.COLLATE_TOKEN) },
};
/** Looked for by a test of their own: a portal has one of each pair. */
const BESIDE = ["SNOWFLAKE_PRIVATE_KEY", "CONVEX_DEPLOY_KEY"];

const MADE_ROWS: Record<string, Row> = {
  "the first super admin's one-time password": { forms: madeBy("initial password") },
  "a password somebody chose": { forms: () => written(PASSWORDS.own) },
  "a password somebody mistyped": { forms: () => written(PASSWORDS.wrong) },
  "a password somebody else typed in": { forms: () => written(PASSWORDS.stranger) },
  "a session's cookie": { forms: madeBy("session cookie") },
  "the signature of a session's cookie": { forms: madeBy("session signature") },
  "a known device's cookie": { forms: madeBy("device cookie") },
  "the signature of a device's cookie": { forms: madeBy("device signature") },
  "a token for the backend": { forms: madeBy("token") },
  "the signature of a token": { forms: madeBy("token signature") },
  "a link that proves an address": { forms: madeBy("verify link"), belongsTo: "mails" },
  "a link to a new password": { forms: madeBy("reset link"), belongsTo: "mails" },
  "the signature of a mail gateway": { forms: madeBy("gateway signature") },
  "the key that signs cookies": { forms: madeBy("cookie key") },
  "the key that signs devices": { forms: madeBy("device key") },
  "the key that signs tokens": { forms: madeBy("token key") },
};

const realTimeout = globalThis.setTimeout;
let dataDir: string;
let portal: Portal;
let mail: QuotingMailServer;
let snowflake: QuotingService;
let collector: QuotingService;
let cookie = "";

/** Waits until something is so, while the clock runs as fast as others answer. */
async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let step = 0; step < 2_000; step += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => realTimeout(resolve, 2));
    await vi.advanceTimersByTimeAsync(100);
  }
  throw new Error(`It never came to this: ${what}`);
}

const run: <T>(step: Parameters<typeof runStep<T>>[1]) => Promise<T> = (step) =>
  runStep(async (path, args) => await portal.backend.mutation(path, args), step);

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(portal.url + path, {
    method,
    headers: { "content-type": "application/json", origin: portal.url, cookie, ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  // Its owner fetches a token to use it.
  if (!path.endsWith("/token")) places.answers += `${answer.status} ${text}\n`;
  const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const kept = new Map([...cookie.split("; "), ...set].filter(Boolean).map((pair) => [pair.split("=")[0], pair]));
  cookie = [...kept.values()].join("; ");
  return { status: answer.status, text };
}

const auth = (endpoint: string, body: unknown) => call("POST", `/api/auth/${endpoint}`, body);
const cookieNamed = (name: string): string =>
  cookie
    .split("; ")
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length + 1) ?? "";
const lastPart = (value: string): string => decodeURIComponent(value).split(".").at(-1) ?? "";

async function start(): Promise<void> {
  [mail, snowflake, collector] = [await aQuotingMailServer(), await aQuotingService(), await aQuotingService()];
  dataDir = mkdtempSync(join(tmpdir(), "portal-secrets-"));
  const parsed = parseEnv({
    ...CONFIGURED,
    PORT: "0",
    DATA_DIR: dataDir,
    PORTAL_DEMO: "0",
    BOOTSTRAP_ADMIN_EMAIL: OWNER,
    LOG_LEVEL: "debug",
    SMTP_URL: `smtp://portal:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${mail.port}`,
    MAIL_IN_ADDRESS: "support@help.ao.com",
    AUDIT_STREAM_URL: collector.url,
    SNOWFLAKE_URL: snowflake.url,
    COLLATE_URL: snowflake.url,
    DBT_URL: snowflake.url,
    DBT_ACCOUNT: "12345",
    DBT_JOB: "67890",
    SNOWFLAKE_ACCOUNT: "AO-TEST",
    SNOWFLAKE_USER: "PORTAL_SVC",
    SNOWFLAKE_ROLE: "PORTAL",
    SNOWFLAKE_WAREHOUSE: "PORTAL_WH",
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  portal = await startPortal({
    env: parsed.env,
    log: createLog("debug", { write: (line) => void (places.log += line) }),
    modules: servedModules(),
    demo: null,
    files: createStaticFiles(dataDir),
    app: async (_request, { context }) => Response.json(await context.portal.environment()),
    // For the eyes of whoever starts it: there the one-time password belongs.
    print: (text) => {
      made["initial password"] ??= /One-time password: (\S+)/.exec(text)?.[1] ?? "";
      places.log += text.replace(made["initial password"] || "?", "(printed)");
    },
  });
}

/** The owner comes in; strangers and wrong passwords try. */
async function signIn(): Promise<void> {
  await auth("sign-in", { email: OWNER, password: PASSWORDS.wrong });
  await auth("sign-in", { email: OWNER, password: made["initial password"] });
  await auth("first-password", { newPassword: PASSWORDS.own });
  await auth("sign-in", { email: OWNER, password: PASSWORDS.own });
  await auth("step-up", { password: PASSWORDS.wrong, for: "config.hours:" });
  await auth("change-password", { currentPassword: PASSWORDS.wrong, newPassword: PASSWORDS.stranger });
  made["session cookie"] = decodeURIComponent(cookieNamed("portal.session_token"));
  made["session signature"] = lastPart(made["session cookie"]);
  made["device cookie"] = cookieNamed("portal.device");
  made["device signature"] = lastPart(made["device cookie"]);
  made["token"] = (JSON.parse((await call("GET", "/api/auth/token")).text) as { token: string }).token;
  made["token signature"] = lastPart(made["token"]);
  const authorization = `Bearer ${made["token"]}`;
  const ask = (kind: string, path: string, args: object = {}) =>
    call("POST", `/api/${kind}`, { path, args, format: "json" }, { authorization });
  await ask("mutation", "people/mutations:signedIn");
  await ask("mutation", "people/mutations:signedIn", { password: PASSWORDS.wrong });
  await ask("query", "people/queries:me", { token: made["token"] });
}

/** Every mail is refused: at the sign-in, with all of its text, and at last not. */
async function mails(): Promise<void> {
  const outbox = () => run((ctx) => ctx.db.query("mailOutbox").collect());
  const failed = async (kind: string) => (await outbox()).filter((one) => one.kind === kind && one.status === "failed");
  const signUp = { email: "ada@ao.com", firstName: "Ada", lastName: "Byron", password: PASSWORDS.stranger };
  for (const refuses of ["sign-in", "mails", "nothing"] as const) {
    mail.refuses = refuses;
    await run((ctx) => queueMail(ctx, { to: OWNER, subject: "News", text: "Hello", kind: "news" }, Date.now()));
    await auth("sign-up", signUp);
    await auth("resend-verification", { email: "ada@ao.com" });
    await auth("request-password-reset", { email: OWNER });
    const [before, kept] = [(await outbox()).length, mail.mails.length];
    await until(`mails refused: ${refuses}`, async () =>
      refuses === "nothing" ? mail.mails.length > kept + 1 : (await outbox()).length > before + 1,
    );
  }
  expect((await failed("verification")).length + (await failed("password-reset")).length).toBeGreaterThan(0);
  expect((await outbox()).some(({ error }) => error?.includes("535"))).toBe(true);
  const text = mail.mails.join("\n").replaceAll("=\n", "").replaceAll("=3D", "=");
  made["verify link"] = /verify-email-address\?token=([\w-]{20,})/.exec(text)?.[1] ?? "";
  made["reset link"] = /reset-password\?token=([\w-]{20,})/.exec(text)?.[1] ?? "";
}

/** Snowflake refuses a task, a reading of its health and one of the last use; so does Collate a reading of its health. */
async function connectors(): Promise<void> {
  await run(async (ctx) => {
    const owner = await ctx.db.query("people").first();
    if (owner) await submitted(ctx, owner._id, [{ type: "grant_role", input: { user: "ADA", role: "ANALYST" } }]);
  });
  const tasks = () => run((ctx) => ctx.db.query("requestTasks").collect());
  await until("the task failed", async () => (await tasks()).some(({ status }) => status === "Failed"));
  expect(JSON.stringify((await tasks())[0]?.output)).toContain("390144");
  await portal.backend.action("services/actions:readHealth");
  await portal.backend.action("grants/actions:readUse");
  expect(snowflake.bodies.length).toBeGreaterThan(1);
}

/** Pages report what they saw, with cookies, tokens and signatures in it. */
async function pageErrors(): Promise<void> {
  const now = String(Math.floor(Date.now() / 1000));
  made["gateway signature"] = signatureOf(CONFIGURED.MAIL_IN_SECRET, now, Buffer.from("From: x"));
  await call("POST", "/api/inbound-mail", "From: x", {
    "x-portal-timestamp": now,
    "x-portal-signature": made["gateway signature"],
  });
  const seen = [
    `portal.session_token=${encodeURIComponent(made["session cookie"] ?? "")}`,
    `portal.device=${made["device cookie"]}`,
    made["session cookie"],
    made["device cookie"],
    made["session signature"],
    made["device signature"],
    made["token"],
    made["token signature"],
    made["gateway signature"],
    `${portal.url}/verify-email-address?token=${made["verify link"]}`,
    `/reset-password?token=${made["reset link"]}`,
    made["verify link"],
    made["reset link"],
  ];
  for (const one of seen) {
    const crumbs = [{ at: 0, category: "fetch", message: `sent ${one}` }];
    const report = { name: "Error", message: `Refused: ${one}`, stack: `at x (${one})`, tags: { seen: one } };
    await call("POST", "/api/client-errors", { ...report, breadcrumbs: crumbs, path: `/x?y=${one}` });
  }
  await call("GET", "/api/client-errors");
}

/** The collector refuses the audit trail with what it was sent, and takes it from then on. */
async function refuseStream(): Promise<void> {
  await until("the collector refused", () => places.log.includes("the audit trail could not be sent on"));
  collector.status = 200;
  collector.bodies.length = 0;
}

/** All of the audit trail arrived. */
async function endStream(): Promise<void> {
  await until("the collector took all", async () => {
    const newest = await run((ctx) => ctx.db.query("auditEvents").order("desc").first());
    return collector.bodies.join("").includes(newest?.hash ?? "?");
  });
}

/** Keys that lie in the sign-in store, where they are kept. */
function keys(): void {
  using database = new DatabaseSync(join(dataDir, "auth.db"), { readOnly: true });
  const read = (sql: string): string => Object.values(database.prepare(sql).get() ?? {}).join("");
  made["cookie key"] = read("SELECT value FROM portalSecret WHERE name = 'cookies'");
  made["device key"] = read("SELECT value FROM portalSecret WHERE name = 'devices'");
  const pem = read("SELECT privateKeyPem FROM portalSigningKey");
  // One line of it, without its head: any would be enough to find it.
  made["token key"] = pem.split("\n")[3] ?? "";
}

function textsBelow(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1")).join("\n");
}

beforeAll(async () => {
  // The first engine of a process puts its guards over the clock. Over a replaced one they would go with it, and with
  // them the manual clock of every later test of this worker.
  await aWorld();
  await endWorld();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  await start();
  await refuseStream();
  await signIn();
  await mails();
  await connectors();
  await pageErrors();
  await endStream();
  await call("GET", "/environment");
  keys();
  await portal.close();
  places.documents = textsBelow(join(dataDir, "engine"));
  places["page errors"] = readdirSync(dataDir)
    .filter((name) => name.startsWith("client-errors"))
    .map((name) => readFileSync(join(dataDir, name), "latin1"))
    .join("\n");
  places["audit stream"] = collector.bodies.join("\n");
  places.mails = mail.mails.join("\n").replaceAll("=\n", "").replaceAll("=3D", "=");
  // A portal's start and all of its doors: on a busy machine more than a hook usually takes.
}, 180_000);

afterAll(() => {
  vi.useRealTimers();
  for (const one of [mail, snowflake, collector]) one.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("every setting that is a secret has a row in the table", () => {
  const secret = SETTING_NAMES.filter((name) => SETTINGS[name].isSecret);
  expect([...Object.keys(SETTING_ROWS), ...BESIDE].toSorted()).toEqual(secret.toSorted());
});

test("each place was written to, and what is looked for is there to be found", () => {
  for (const [place, text] of Object.entries(places)) expect(text.length, place).toBeGreaterThan(100);
  for (const [name, { forms }] of Object.entries({ ...SETTING_ROWS, ...MADE_ROWS } as Record<string, Row>))
    expect(forms()[0]?.length, name).toBeGreaterThan(11);
});

describe.each(Object.keys({ ...SETTING_ROWS, ...MADE_ROWS }))("%s", (name) => {
  test.each(Object.keys(places) as Place[])("is not in the %s", (place) => {
    const row = SETTING_ROWS[name] ?? MADE_ROWS[name];
    if (row?.belongsTo === place) return;
    for (const form of row?.forms() ?? []) {
      const at = places[place].indexOf(form);
      expect(at < 0 ? null : places[place].slice(Math.max(0, at - 120), at + 40)).toBeNull();
    }
  });
});

describe("what a portal has instead of another secret", () => {
  const KEY = makeKey();
  /** The inside of the key: what an answer would have to hold of it. */
  const keyLines = KEY.privatePem.split("\n").filter((line) => line.length === 64);

  test.each([401, 403, 422, 500])(
    "SNOWFLAKE_PRIVATE_KEY and its tokens are not in a refusal with %i",
    async (status) => {
      const service = await aQuotingService();
      service.status = status;
      const runtime = { fetch, now: Date.now, wait: async () => undefined, random: () => 0.5 };
      const connector = snowflakeConnector(
        {
          url: service.url,
          account: "AO-TEST",
          user: "PORTAL_SVC",
          role: "PORTAL",
          credential: { kind: "key-pair", privateKey: KEY.privatePem },
        },
        { ...runtime, deadline: () => ({ signal: new AbortController().signal, clear: () => undefined }) },
      );
      const failure = await connector.plan("grant-role", { user: "ADA", role: "ANALYST" }).then(
        () => null,
        (error: unknown) => JSON.stringify(failureOf(error)),
      );
      service.close();
      expect(failure).toContain("You sent");
      for (const line of [...keyLines, "eyJ"]) expect(failure).not.toContain(line);
    },
  );

  test.each([200, 401, 500])(
    "CONVEX_DEPLOY_KEY is in neither log nor error of a start that is refused with %i",
    async (status) => {
      const deployment = await aQuotingService();
      deployment.status = status;
      const folder = mkdtempSync(join(tmpdir(), "portal-deployment-"));
      const deployKey = "prod:happy-animal-123|short-word";
      const parsed = parseEnv({
        PORT: "0",
        DATA_DIR: folder,
        PORTAL_DEMO: "0",
        BOOTSTRAP_ADMIN_EMAIL: OWNER,
        CONVEX_URL: deployment.url,
        CONVEX_DEPLOY_KEY: deployKey,
      });
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      let said = "";
      const refused = await startPortal({
        env: parsed.env,
        log: createLog("debug", { write: (line) => void (said += line) }),
        modules: servedModules(),
        demo: null,
        files: createStaticFiles(folder),
        app: async () => new Response(""),
        print: (text) => void (said += text),
      }).then(
        () => null,
        (error: unknown) => error as Error,
      );
      deployment.close();
      rmSync(folder, { recursive: true, force: true });
      expect(refused).toBeInstanceOf(Error);
      for (const form of written(deployKey))
        expect(`${said} ${refused?.message} ${refused?.stack}`).not.toContain(form);
    },
  );
});

test("a line of the log loses what its words and its fields quote, however deep", () => {
  let said = "";
  const log = createLog("debug", { write: (line) => void (said += line) });
  log.warn("the outbox could not be read: smtp://portal:hunter2@mail.example said no");
  log.error({ err: { message: 'refused {password: "hunter2"}' }, all: [{ text: "token=hunter2" }] }, "failed");
  log.error(new Error("plain"), "an error as it is");
  expect(said).toContain("the outbox could not be read");
  expect(said).toContain("plain");
  expect(said).not.toContain("hunter2");
});
