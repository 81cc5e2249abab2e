/** /api/query, mutation, action, function, run, query_batch, query_ts, query_at_ts. */

import { isAdmin } from "../auth/identity.ts";
import type { FunctionCall, FunctionOutcome } from "../functions/call.ts";
import { clientMessage } from "../functions/failure.ts";
import { functionKey } from "../functions/modules/components.ts";
import { canonicalPath } from "../functions/modules/paths.ts";
import { freshRequestId } from "../functions/request-id.ts";
import type { Snapshot } from "../functions/seam.ts";
import { AtOnceForEach } from "../lib/at-once.ts";
import { systemClock } from "../lib/clock.ts";
import { messageOf } from "../lib/message-of.ts";
import { decodeTs, encodeTs } from "../protocol/timestamp.ts";
import { isJsonObject, type Json, type JsonObject } from "../values/json.ts";
import type { Admitted } from "./admission.ts";
import { readJsonBody } from "./body.ts";
import { HttpRefusal } from "./errors.ts";
import { formatValue, readFormat, type ValueFormat } from "./formats.ts";
import { PinnedStates } from "./retention.ts";
import type { HttpServices } from "./services.ts";

type Kind = "query" | "mutation" | "action";

const MAX_BATCH = 1000;
/** Queries that may hold a state at once: it is one reader for each commit in between, and readers are bounded. */
const MAX_READING = 40;
/** Of these, for one caller. */
const MAX_READING_OF_ONE = 8;

/** Calls of functions over HTTP. */
export class FunctionsApi {
  readonly #services: HttpServices;
  readonly #states: PinnedStates;
  readonly #reading = new AtOnceForEach(MAX_READING, MAX_READING_OF_ONE);

  constructor(services: HttpServices) {
    this.#services = services;
    this.#states = new PinnedStates(services.clock, services.limits.statesHeldMs, () => services.snapshot());
  }

  /** POST (or GET, for queries) of one function of a known kind. */
  async call(kind: Kind, request: Request, admitted: Admitted): Promise<Response> {
    const asked =
      request.method === "GET" ? readQueryString(new URL(request.url)) : await this.#body(request, admitted);
    return await this.#answer(kind, this.#callOf(asked, admitted), readFormat(asked["format"], "encoded"), admitted);
  }

  /** Any kind, internal functions included; admins only. */
  async any(request: Request, admitted: Admitted): Promise<Response> {
    if (!isAdmin(admitted.identity)) throw new HttpRefusal(403, "Forbidden", "Only admins may call this");
    const asked = await this.#body(request, admitted);
    const component = asked["componentPath"] ?? "";
    if (typeof component !== "string" || (component !== "" && !this.#services.deployment().components.has(component))) {
      throw new HttpRefusal(400, "BadRequest", `Component ${JSON.stringify(component)} is not installed`);
    }
    const call = { ...this.#callOf(asked, admitted), component };
    return await this.#answer(
      this.#kindOf(call.path, component),
      call,
      readFormat(asked["format"], "encoded"),
      admitted,
    );
  }

  /** /api/run/<module>/<function>. */
  async run(pathname: string, request: Request, admitted: Admitted): Promise<Response> {
    const asked = await this.#body(request, admitted);
    const segments = pathname.split("/");
    const path = `${segments.slice(0, -1).join("/")}:${segments.at(-1) ?? ""}`;
    const call = this.#callOf({ ...asked, path }, admitted);
    return await this.#answer(this.#kindOf(call.path, ""), call, readFormat(asked["format"], "clean"), admitted);
  }

  /** Several queries at one timestamp. */
  async batch(request: Request, admitted: Admitted): Promise<Response> {
    const { queries } = await this.#body(request, admitted);
    if (!Array.isArray(queries) || queries.length > MAX_BATCH)
      throw new HttpRefusal(400, "BadRequest", `\`queries\` must be a list of at most ${MAX_BATCH}`);
    return await this.#withSnapshot(
      admitted,
      () => this.#services.snapshot(),
      async (snapshot) => {
        const results: string[] = [];
        let left = this.#services.limits.resultBytes;
        for (const query of queries) {
          if (!isJsonObject(query)) throw new HttpRefusal(400, "BadRequest", "Each query must be an object");
          const call = this.#callOf(query, admitted);
          const text = this.#outcomeText(
            await this.#query(call, snapshot, admitted),
            call,
            readFormat(query["format"], "encoded"),
          );
          left -= text.length;
          if (left < 0)
            throw new HttpRefusal(413, "TooMuchAsked", "The results of this batch are larger than one result may be");
          results.push(text);
        }
        return jsonText(`{"results":[${results.join(",")}]}`);
      },
    );
  }

  /** Fixes a timestamp for `atTs`. */
  fixTs(): Response {
    return Response.json({ ts: encodeTs(this.#states.pin()) });
  }

  /** A query at a fixed timestamp. */
  async atTs(request: Request, admitted: Admitted): Promise<Response> {
    const asked = await this.#body(request, admitted);
    const call = this.#callOf(asked, admitted);
    const ts = readTs(asked["ts"]);
    return await this.#withSnapshot(
      admitted,
      () => this.#states.at(ts),
      async (snapshot) => {
        return jsonText(
          this.#outcomeText(await this.#query(call, snapshot, admitted), call, readFormat(asked["format"], "encoded")),
        );
      },
    );
  }

  close(): void {
    this.#states.close();
  }

  #body(request: Request, { maxBytes }: Admitted): Promise<JsonObject> {
    return readJsonBody(request, maxBytes);
  }

  /** One query in its slice of the loop. */
  async #query(call: FunctionCall, snapshot: Snapshot, { spend }: Admitted): Promise<FunctionOutcome> {
    return await this.#services.turns.run(async () => {
      const startMs = systemClock.nowMs();
      const { outcome } = await this.#services.runner.runQuery(call, snapshot);
      spend(systemClock.nowMs() - startMs);
      return outcome;
    });
  }

  /** Internal functions exist for admins only. */
  #callOf(asked: JsonObject, { identity, origin }: Admitted): FunctionCall {
    const { path } = asked;
    if (typeof path !== "string") throw new HttpRefusal(400, "BadRequest", "`path` must be a string");
    return {
      path,
      args: readArgs(asked["args"]),
      identity,
      requestId: freshRequestId(this.#services.random),
      origin,
      visibility: isAdmin(identity) ? "any" : "public",
    };
  }

  #kindOf(path: string, component: string): Kind {
    try {
      return (
        this.#services.deployment().functions.get(functionKey({ component, path: canonicalPath(path) }))?.kind ??
        "query"
      );
    } catch {
      return "query"; // Running it then says that there is no such function.
    }
  }

  async #answer(kind: Kind, call: FunctionCall, format: ValueFormat, admitted: Admitted): Promise<Response> {
    return jsonText(this.#outcomeText(await this.#outcome(kind, call, admitted), call, format));
  }

  async #outcome(kind: Kind, call: FunctionCall, admitted: Admitted): Promise<FunctionOutcome> {
    const { runner } = this.#services;
    switch (kind) {
      case "query":
        return await this.#withSnapshot(
          admitted,
          () => this.#services.snapshot(),
          async (snapshot) => await this.#query(call, snapshot, admitted),
        );
      case "mutation":
        return await runner.runMutation(call);
      case "action":
        return await runner.runAction(call);
      default:
        return kind satisfies never;
    }
  }

  #outcomeText(outcome: FunctionOutcome, call: FunctionCall, format: ValueFormat): string {
    const { redactErrors } = this.#services;
    const logs = outcome.logLines.length === 0 || redactErrors ? "" : `,"logLines":${JSON.stringify(outcome.logLines)}`;
    if (outcome.ok) return `{"status":"success","value":${formatValue(outcome.valueJson, format)}${logs}}`;
    const { failure } = outcome;
    const data =
      failure.errorDataJson === undefined ? "" : `,"errorData":${formatValue(failure.errorDataJson, format)}`;
    return `{"status":"error","errorMessage":${JSON.stringify(clientMessage(failure, call.requestId, redactErrors))}${data}${logs}}`;
  }

  /** The state is taken when there is room for one more. */
  async #withSnapshot<T>(
    { caller }: Admitted,
    take: () => Snapshot,
    body: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    return await this.#reading.run(caller, async () => {
      const snapshot = take();
      try {
        return await body(snapshot);
      } finally {
        snapshot.release();
      }
    });
  }
}

function jsonText(text: string): Response {
  return new Response(text, { headers: { "Content-Type": "application/json" } });
}

function readTs(value: Json | undefined): bigint {
  try {
    return decodeTs(value);
  } catch (error) {
    throw new HttpRefusal(400, "BadRequest", messageOf(error));
  }
}

/** The object itself, or a list holding it. */
function readArgs(args: Json | undefined): JsonObject {
  const given = Array.isArray(args) && args.length <= 1 ? (args[0] ?? {}) : (args ?? {});
  if (!isJsonObject(given)) throw new HttpRefusal(400, "BadRequest", "`args` must be an object");
  return given;
}

function readQueryString(url: URL): JsonObject {
  const asked: JsonObject = {};
  for (const field of ["path", "format"]) {
    const value = url.searchParams.get(field);
    if (value !== null) asked[field] = value;
  }
  try {
    asked["args"] = JSON.parse(url.searchParams.get("args") ?? "{}") as Json;
  } catch {
    throw new HttpRefusal(400, "BadRequest", "`args` is not JSON");
  }
  return asked;
}
