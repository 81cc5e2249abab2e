/**
 * What a page will ask is asked while its code is on its way: a pointer that rests on a link, or a press. Then the
 * answers are there with the page, or arrive right behind it.
 */

import { type PageId, pageOf } from "../../convex/site/pages";
import type { Asker, Question } from "../lib/question";
import { usableClient, type Viewer } from "./session";

/**
 * Asks the questions of a page that is about to open. Nothing where no page is open yet (the server renders, or the
 * first page loads), and for who may not see it or has to choose a password first: a refusal would wait for the page.
 */
export function askAhead(page: PageId, questions: (asker: Asker, viewer: Viewer) => readonly Question[]): void {
  const client = usableClient();
  const me = client?.knownViewer();
  const { capability } = pageOf(page);
  if (!client || !me || (capability !== undefined && !me.capabilities.includes(capability))) return;
  const asker = { id: me.impersonation?.impersonatingUserId ?? me._id, isImpersonating: Boolean(me.impersonation) };
  for (const { query, args } of questions(asker, me)) client.prewarmQuery({ query, args });
}
