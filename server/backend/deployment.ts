/**
 * Before the portal leads anybody to a deployment elsewhere: does it answer, does it take the key, does it
 * serve these functions, does it accept this portal's sign-in? What the key allows is set; what is still
 * missing is told all at once, each with what to do.
 *
 * Variables come before functions, because Convex refuses to deploy functions whose auth config reads a
 * variable that does not exist: a first start sets them and names the deploy that is left.
 */

import { functionSpecs, type FunctionSpec } from "@data-portal/engine/function-spec";
import * as z from "zod";
import { answerOf } from "./answers.ts";
import type { BackendModules } from "./port.ts";

const CHECK_TIMEOUT_MS = 15_000;
/** So many functions are named; the rest is counted. */
const MAX_NAMED = 5;

/** What the deployment is to know and to serve. */
export interface DeploymentWanted {
  readonly url: string;
  readonly deployKey: string;
  readonly modules: BackendModules;
  /** Variables its functions read, as this portal's environment says. */
  readonly variables: Readonly<Record<string, string>>;
  /** How the deployment tells this portal's tokens from others. */
  readonly signIn: { readonly issuer: string; readonly jwksDataUri: string; token(): Promise<string> };
  readonly fetch?: typeof globalThis.fetch;
  /** Told which variables were set, by name. */
  readonly onVariablesSet: (names: readonly string[]) => void;
}

/** A deployment the portal cannot work with as it is. The message is for the person who starts the portal. */
export class DeploymentRefusal extends Error {
  override readonly name = "DeploymentRefusal";

  constructor(url: string, problems: readonly string[]) {
    super(
      `The deployment ${url} (CONVEX_URL) cannot be used yet:\n${problems.map((problem) => `  - ${problem}`).join("\n")}\nStart the portal again when this is done.`,
    );
  }
}

/** Makes the deployment ready as far as the key allows. Throws DeploymentRefusal with everything that is missing. */
export async function prepareDeployment(wanted: DeploymentWanted): Promise<void> {
  const deployment = new Deployment(wanted);
  const unreachable = await deployment.whyNotReachable();
  if (unreachable !== null) throw new DeploymentRefusal(wanted.url, [unreachable]);
  const present = await deployment.variables();
  const isKnown = await deployment.acceptsSignIn();
  const changes = changesTo(present, wanted, isKnown);
  const problems = [
    !isKnown && belongsElsewhere(present, wanted) ? OTHER_PORTAL : await deployment.set(changes),
    await deployment.whyNotFunctions(),
  ].filter((problem) => problem !== null);
  // Without the functions nobody can be asked whom the deployment accepts.
  if (problems.length === 0 && !isKnown && !(await deployment.acceptsSignIn())) problems.push(NOT_ACCEPTED);
  if (problems.length > 0) throw new DeploymentRefusal(wanted.url, problems);
}

const DEPLOY =
  "deploy the convex/ folder of this version: npx convex deploy (self-hosted: CONVEX_SELF_HOSTED_URL and CONVEX_SELF_HOSTED_ADMIN_KEY say where; of `npm run engine -- serve`: start it again with --functions convex)";
const OTHER_PORTAL =
  "it accepts the sign-in of another portal: its AUTH_JWKS holds other keys than this DATA_DIR. Nothing was changed there. If this portal is to take over, remove it first: npx convex env remove AUTH_JWKS";
const NOT_ACCEPTED =
  "it does not accept the sign-in of this portal although AUTH_ISSUER and AUTH_JWKS are set: its auth config is not the one of convex/auth.config.ts, or its clock is wrong. Deploy the convex/ folder of this version again, and compare the clocks";

const variablesShape = z.array(z.object({ name: z.string(), value: z.string() }));
const specShape = z.array(
  z.object({
    functionType: z.string(),
    identifier: z.string().optional(),
    visibility: z.object({ kind: z.string() }).optional(),
    args: z.unknown(),
  }),
);
type DeployedSpec = z.infer<typeof specShape>[number];

/** The calls to the deployment, in the holder of the key's name. */
class Deployment {
  readonly #wanted: DeploymentWanted;

  constructor(wanted: DeploymentWanted) {
    this.#wanted = wanted;
  }

  async whyNotReachable(): Promise<string | null> {
    const answer = await this.#send("/version", { method: "GET" }).catch((error: unknown) =>
      error instanceof Error ? reasonOf(error) : "unknown",
    );
    if (typeof answer === "string")
      return `it does not answer (${answer}). Check CONVEX_URL, and that this machine may reach it`;
    if (!answer.ok)
      return `it answers with status ${answer.status} where a Convex deployment gives its version. Check CONVEX_URL`;
    const probe = await this.#asked("_system/cli/queryEnvironmentVariables");
    if (probe.status === 401 || probe.status === 403)
      return "it refuses CONVEX_DEPLOY_KEY. Take a deploy key of this very deployment (dashboard: Settings, Deploy keys; self-hosted: the admin key)";
    return probe.ok
      ? null
      : `it answers with status ${probe.status} when its variables are asked for. It has to be a Convex deployment whose key may read them`;
  }

  async variables(): Promise<ReadonlyMap<string, string>> {
    const path = "_system/cli/queryEnvironmentVariables";
    const found = variablesShape.parse(await answerOf(await this.#asked(path), path));
    return new Map(found.map(({ name, value }) => [name, value]));
  }

  /** Sets variables; what went wrong as a problem. */
  async set(changes: ReadonlyMap<string, string>): Promise<string | null> {
    if (changes.size === 0) return null;
    const names = [...changes.keys()];
    const body = { changes: [...changes].map(([name, value]) => ({ name, value })) };
    const answer = await this.#send(
      "/api/update_environment_variables",
      this.#post(`Convex ${this.#wanted.deployKey}`, body),
    );
    if (!answer.ok)
      return `its variables could not be set with this key (status ${answer.status}). Set them there yourself, with npx convex env set NAME VALUE: ${names.map((name) => exampleOf(name, this.#wanted)).join(", ")}`;
    this.#wanted.onVariablesSet(names);
    return null;
  }

  /** Whether a token of our sign-in is accepted: asked with a token of nobody. */
  async acceptsSignIn(): Promise<boolean> {
    const answer = await this.#send(
      "/api/query",
      this.#post(`Bearer ${await this.#wanted.signIn.token()}`, {
        path: "people/queries:me",
        args: {},
        format: "json",
      }),
    );
    return answer.status !== 401 && answer.status !== 403;
  }

  async whyNotFunctions(): Promise<string | null> {
    const path = "_system/cli/modules:apiSpec";
    const served = specShape.parse(await answerOf(await this.#asked(path), path));
    const byName = new Map(
      served.flatMap((spec) => (spec.identifier === undefined ? [] : [[spec.identifier, spec] as const])),
    );
    const expected = await functionSpecs(this.#wanted.modules);
    const missing = expected.filter(({ identifier }) => !byName.has(identifier));
    if (missing.length === expected.length) return `it does not have the portal's functions: ${DEPLOY}`;
    const other = expected.filter((spec) => differs(spec, byName.get(spec.identifier)));
    if (missing.length === 0 && other.length === 0) return null;
    const found = [...listed("missing", missing), ...listed("different", other)].join("; ");
    return `its functions are of another version of the portal (${found}): ${DEPLOY}`;
  }

  #asked(path: string): Promise<Response> {
    return this.#send("/api/query", this.#post(`Convex ${this.#wanted.deployKey}`, { path, args: {}, format: "json" }));
  }

  #post(authorization: string, body: object): RequestInit {
    return {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    };
  }

  #send(path: string, init: RequestInit): Promise<Response> {
    return (this.#wanted.fetch ?? globalThis.fetch)(`${this.#wanted.url}${path}`, {
      ...init,
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
  }
}

function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && "code" in cause
    ? String(cause.code)
    : error.name === "TimeoutError"
      ? "no answer in 15 seconds"
      : error.message;
}

/** What has to be set. Keys that already lead to acceptance stay: they may be an address that is fetched. */
function changesTo(
  present: ReadonlyMap<string, string>,
  { variables, signIn }: DeploymentWanted,
  isKnown: boolean,
): ReadonlyMap<string, string> {
  const wanted = { ...variables, AUTH_ISSUER: signIn.issuer, ...(isKnown ? {} : { AUTH_JWKS: signIn.jwksDataUri }) };
  const changes = new Map(Object.entries(wanted).filter(([name, value]) => present.get(name) !== value));
  // Convex refuses an auth config that reads a variable nobody set.
  if (!present.has("CLERK_JWT_ISSUER_DOMAIN")) changes.set("CLERK_JWT_ISSUER_DOMAIN", "");
  return changes;
}

/** Whether the deployment trusts keys none of which is ours: another portal's people are signed in there. */
function belongsElsewhere(present: ReadonlyMap<string, string>, { signIn }: DeploymentWanted): boolean {
  const theirs = keyIds(present.get("AUTH_JWKS") ?? "");
  const ours = keyIds(signIn.jwksDataUri);
  return theirs.length > 0 && !theirs.some((kid) => ours.includes(kid));
}

const keySetShape = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** The ids of a key set in a `data:` URI; none when it is anything else. */
function keyIds(uri: string): readonly string[] {
  const encoded = /^data:[^,]*;base64,(.*)$/.exec(uri)?.[1];
  if (encoded === undefined) return [];
  try {
    return keySetShape.parse(JSON.parse(Buffer.from(encoded, "base64").toString("utf8"))).keys.map(({ kid }) => kid);
  } catch {
    return [];
  }
}

/** A variable to be set manually. Values may be secrets, so only what is public is written out. */
function exampleOf(name: string, { signIn }: DeploymentWanted): string {
  if (name === "AUTH_ISSUER") return `AUTH_ISSUER=${signIn.issuer}`;
  if (name === "AUTH_JWKS") return "AUTH_JWKS=<PUBLIC_URL>/api/auth/jwks";
  if (name === "CLERK_JWT_ISSUER_DOMAIN") return 'CLERK_JWT_ISSUER_DOMAIN=""';
  return `${name} as here`;
}

/** Whether a function that is there cannot be called as this version calls it. */
function differs(expected: FunctionSpec, served: DeployedSpec | undefined): boolean {
  if (served === undefined) return false;
  return (
    served.functionType !== expected.functionType ||
    served.visibility?.kind !== expected.visibility.kind ||
    fieldsOf(served.args) !== fieldsOf(expected.args)
  );
}

const argsShape = z.object({
  type: z.literal("object"),
  value: z.record(z.string(), z.object({ optional: z.boolean() })),
});

/** The names of a function's arguments, each with whether it may be left out, as one text. */
function fieldsOf(args: unknown): string {
  const read = argsShape.safeParse(typeof args === "string" ? JSON.parse(args) : args);
  if (!read.success) return "any";
  return Object.entries(read.data.value)
    .map(([name, { optional }]) => (optional ? `${name}?` : name))
    .sort()
    .join(",");
}

function listed(word: string, specs: readonly FunctionSpec[]): string[] {
  if (specs.length === 0) return [];
  const named = specs
    .slice(0, MAX_NAMED)
    .map(({ identifier }) => identifier.replace(".js:", ":"))
    .join(", ");
  return [`${word}: ${named}${specs.length > MAX_NAMED ? ` and ${specs.length - MAX_NAMED} more` : ""}`];
}
