/** The routes `npx convex` calls with an admin key, besides those of the engine itself. */

import * as z from "zod";
import { Authority } from "../src/auth/authority.ts";
import { isAdmin } from "../src/auth/identity.ts";
import { AuthRefusal } from "../src/auth/verify.ts";
import { readJsonBody } from "../src/http/body.ts";
import { HttpRefusal, refusalResponse } from "../src/http/errors.ts";
import { systemClock } from "../src/lib/clock.ts";
import { messageOf } from "../src/lib/message-of.ts";
import { isIdentifier } from "../src/values/limits.ts";
import type { EnvChanges } from "./settings.ts";
import { TABLE_FORMATS, type SingleTable } from "./single-table.ts";
import type { Transfers } from "./transfers.ts";

/** What the routes act on. */
export interface Administered {
  readonly adminKey: string;
  readonly url: string;
  readonly siteUrl: string;
  readonly transfers: Transfers;
  /** Rejects, having changed nothing, when a change cannot be. */
  setVariables(changes: EnvChanges): Promise<void>;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const EXPORTED = "/api/export/zip/";

/** What belongs to the hosted service, or would replace the code that --functions names. */
const NOT_SERVED: readonly (readonly [prefix: string, why: string])[] = [
  [
    "/api/deploy2/",
    "Code is not pushed to this server: it serves the folder given with --functions. Start it with --watch to deploy on every change.",
  ],
  [
    "/api/push_config",
    "Code is not pushed to this server: it serves the folder given with --functions. Start it with --watch to deploy on every change.",
  ],
  [
    "/api/get_config",
    "Code is not pushed to this server: it serves the folder given with --functions. Start it with --watch to deploy on every change.",
  ],
  [
    "/api/run_test_function",
    "One-off queries are not supported by this server. Write an internal query and run it with npx convex run.",
  ],
  ["/api/stream_", "Logs are printed by the server itself and cannot be streamed."],
  ["/api/app_metrics/", "Metrics are not supported by this server."],
  ["/api/shapes2", "The shapes of tables are not supported by this server. npx convex data shows their documents."],
  ["/api/v1/", "The management API is not supported by this server."],
];

const changesShape = z.object({ changes: z.array(z.object({ name: z.string(), value: z.string().nullish() })) });
const uploadShape = z.object({
  uploadToken: z.string(),
  import: z.object({
    mode: z.enum(["requireEmpty", "append", "replace", "replaceAll"]),
    format: z.enum(["zip", ...TABLE_FORMATS]),
    tableName: z.string().nullish(),
    componentPath: z.string().nullish(),
  }),
});
const importShape = z.object({ importId: z.string() });

/** Answers the routes of an admin; null for every other request. Never rejects. */
export function adminApi(administered: Administered): (request: Request) => Promise<Response | null> {
  // The engine's own judge: prefixes are stripped and keys compared in constant time in one place.
  const authority = new Authority({ clock: systemClock, adminKey: administered.adminKey });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = routeOf(pathname, request.method);
    if (answer === null) return null;
    try {
      if (!isAdmin(await authority.header(request.headers.get("authorization"))))
        throw new HttpRefusal(403, "Forbidden", "Only admins may call this");
      return await answer(administered, request);
    } catch (error) {
      if (error instanceof HttpRefusal) return refusalResponse(error.status, error.code, error.message);
      if (error instanceof AuthRefusal) return refusalResponse(401, error.code, error.message);
      return refusalResponse(500, "InternalServerError", messageOf(error));
    }
  };
}

type Answer = (administered: Administered, request: Request) => Promise<Response>;

function routeOf(pathname: string, method: string): Answer | null {
  if (method === "GET" && pathname.startsWith(EXPORTED))
    return async ({ transfers }) => transfers.download(pathname.slice(EXPORTED.length));
  if (method === "GET" && pathname === "/api/v1/get_canonical_urls")
    return async ({ url, siteUrl }) => Response.json({ convexCloudUrl: url, convexSiteUrl: siteUrl });
  const posted = method === "POST" ? POSTED.get(pathname) : undefined;
  if (posted !== undefined) return posted;
  const refused = NOT_SERVED.find(([prefix]) => pathname.startsWith(prefix));
  if (refused === undefined) return null;
  return async () => {
    throw new HttpRefusal(400, "NotSupported", refused[1]);
  };
}

const POSTED: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["/api/update_environment_variables", setVariables],
  [
    "/api/export/request/zip",
    async ({ transfers }) => {
      transfers.export();
      return Response.json(null);
    },
  ],
  ["/api/import/start_upload", async ({ transfers }) => Response.json({ uploadToken: transfers.startUpload() })],
  [
    "/api/import/upload_part",
    async ({ transfers }, request) => {
      const { searchParams } = new URL(request.url);
      const number = Number(searchParams.get("partNumber"));
      await transfers.part(searchParams.get("uploadToken") ?? "", number, request.body);
      return Response.json(String(number));
    },
  ],
  ["/api/import/finish_upload", finishUpload],
  [
    "/api/perform_import",
    async ({ transfers }, request) => {
      transfers.perform((await bodyOf(request, importShape)).importId);
      return Response.json(null);
    },
  ],
  [
    "/api/cancel_import",
    async ({ transfers }, request) => {
      transfers.cancel((await bodyOf(request, importShape)).importId);
      return Response.json(null);
    },
  ],
]);

async function setVariables(administered: Administered, request: Request): Promise<Response> {
  const { changes } = await bodyOf(request, changesShape);
  try {
    await administered.setVariables(Object.fromEntries(changes.map(({ name, value }) => [name, value ?? null])));
  } catch (error) {
    throw new HttpRefusal(400, "EnvironmentVariableRefused", messageOf(error));
  }
  return new Response(null, { status: 200 });
}

async function finishUpload({ transfers }: Administered, request: Request): Promise<Response> {
  const { uploadToken, import: wanted } = await bodyOf(request, uploadShape);
  if ((wanted.componentPath ?? "") !== "")
    throw new HttpRefusal(400, "NotSupported", "Data of components cannot be imported.");
  return Response.json({ importId: await transfers.finishUpload(uploadToken, wanted.mode, tableOf(wanted)) });
}

/** The one table of an import; null when it is a whole snapshot. */
function tableOf({ format, tableName }: z.infer<typeof uploadShape>["import"]): SingleTable | null {
  const name = tableName ?? null;
  if (format === "zip") {
    if (name === null) return null;
    throw new HttpRefusal(400, "BadRequest", "A snapshot ZIP names its tables itself");
  }
  if (name === null || !isIdentifier(name))
    throw new HttpRefusal(400, "BadRequest", `${JSON.stringify(name)} cannot be the name of a table`);
  return { name, format };
}

async function bodyOf<T>(request: Request, shape: z.ZodType<T>): Promise<T> {
  const read = shape.safeParse(await readJsonBody(request, MAX_BODY_BYTES));
  if (!read.success) throw new HttpRefusal(400, "BadJsonBody", z.prettifyError(read.error));
  return read.data;
}
