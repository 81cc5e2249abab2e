/**
 * Attached files over HTTP. They are other people's content on the portal's own origin: access is checked
 * with the caller's token on every download, and the answer is a file to save that runs nowhere.
 */

import { ConvexError } from "convex/values";
import { api } from "../_generated/api";
import { httpAction } from "../access/functions";
import { dispositionOf } from "../core/files/rules";

const CLOSED = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/**
 * GET /attachments?file=<id>, with the token of somebody who may read what the file belongs to: a comment, or with
 * `of=ticket` something said in a support ticket, with `of=idea` an idea.
 */
export const downloadAttachment = httpAction(async (ctx, request) => {
  const { searchParams } = new URL(request.url);
  const file = searchParams.get("file") ?? "";
  try {
    const of = searchParams.get("of");
    const found = await (of === "ticket"
      ? ctx.runQuery(api.tickets.queries.attachment, { file })
      : of === "idea"
        ? ctx.runQuery(api.feedback.queries.attachment, { file })
        : ctx.runQuery(api.requests.queries.attachment, { file }));
    const content = await ctx.storage.get(found.storageId);
    if (content === null) return new Response("Not found", { status: 404, headers: CLOSED });
    return new Response(content, {
      headers: {
        ...CLOSED,
        "Content-Type": found.contentType,
        "Content-Length": String(found.size),
        "Content-Disposition": dispositionOf(found.name),
        "Content-Security-Policy": "sandbox; default-src 'none'",
      },
    });
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    return new Response("Not found", { status: statusOf(error), headers: CLOSED });
  }
});

/** Who is unknown is told to sign in; to everybody else a file they may not read does not exist. */
function statusOf(error: ConvexError<{ code?: string }>): number {
  const code = error.data.code ?? "";
  return code === "not-signed-in" || code === "session-revoked" || code === "not-linked" ? 401 : 404;
}
