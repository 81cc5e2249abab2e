/**
 * What a ticket became repeats its words: help articles that were begun from it, the draft of a request that was suggested
 * in it, the idea its requester wrote. What is redacted in the ticket is gone there, too (S16). A request that was sent
 * keeps its answers: they were decided on.
 */

import type { Doc } from "../../../_generated/dataModel";
import { searchTextOf, summaryOf } from "../../../core/articles/rules";
import { recordEvent } from "../../../core/audit/model";
import { redactIdeaDrafts } from "../../../core/feedback/drafts";
import { ideaSearchText } from "../../../core/feedback/rules";
import { redactNotices } from "../../../core/notifications/redaction";
import { REDACTED } from "../../../core/tickets/rules";
import { hashOfJson } from "../../../lib/hash";
import { allOf } from "../../../lib/whole";
import type { TicketStep } from "../steps/step";

/** Articles of one ticket, and versions of one article, that are looked through. */
const MAX_ARTICLES = 200;
const MAX_VERSIONS = 2000;

/** The words, and who takes them out. */
interface Redacting {
  readonly step: Omit<TicketStep, "person">;
  readonly ticket: Doc<"tickets">;
  readonly words: string;
}

/** Takes words of a ticket out of what it became. */
export async function redactCopies(redacting: Redacting): Promise<void> {
  await redactArticles(redacting);
  await redactDraft(redacting);
  await redactIdea(redacting);
}

function without(text: string, { words }: Redacting): string {
  return text.replaceAll(words, REDACTED);
}

async function redactArticles(redacting: Redacting): Promise<void> {
  const { ctx } = redacting.step;
  const articles = await ctx.db
    .query("articles")
    .withIndex("by_ticket", (q) => q.eq("ticketId", redacting.ticket._id))
    .take(MAX_ARTICLES + 1);
  for (const article of allOf(articles, MAX_ARTICLES, `help articles from ${redacting.ticket.key}`))
    await redactArticle(article, redacting);
}

/** Every version loses them, and whoever has the article open saves nothing over that. */
async function redactArticle(article: Doc<"articles">, redacting: Redacting): Promise<void> {
  const { ctx } = redacting.step;
  const { _id, key, createdAt: since } = article;
  const title = without(article.title, redacting);
  let isHere = title !== article.title;
  const texts = await ctx.db
    .query("articleTexts")
    .withIndex("by_article", (q) => q.eq("articleId", _id))
    .take(1);
  for (const text of texts) {
    const body = without(text.body, redacting);
    if (body === text.body && !isHere) continue;
    isHere = true;
    await ctx.db.patch(text._id, { body, searchText: searchTextOf({ title, body }) });
    await ctx.db.patch(_id, { title, summary: summaryOf(body) });
  }
  const versions = await ctx.db
    .query("articleVersions")
    .withIndex("by_article", (q) => q.eq("articleId", _id))
    .take(MAX_VERSIONS + 1);
  for (const version of allOf(versions, MAX_VERSIONS, `versions of ${key}`)) {
    const former = { title: without(version.title, redacting), body: without(version.body, redacting) };
    if (former.title === version.title && former.body === version.body) continue;
    isHere = true;
    await ctx.db.patch(version._id, former);
  }
  if (!isHere) return;
  await ctx.db.patch(_id, { revision: article.revision + 1 });
  const named = { subjectId: _id, key, since, title: article.title };
  await redactNotices(ctx, { ...named, quotes: [], words: redacting.words, mark: REDACTED });
  await record(redacting, "article.redacted", { type: "article", id: _id, label: key });
}

/** The draft is its requester's to send: a window that still shows the words keeps none of them. */
async function redactDraft(redacting: Redacting): Promise<void> {
  const { ctx } = redacting.step;
  const draftId = redacting.ticket.suggested?.draftId;
  const draft = draftId && (await ctx.db.get(draftId));
  if (draft?.status !== "Draft") return;
  const clean = (_field: string, value: unknown): unknown =>
    typeof value === "string" ? without(value, redacting) : value;
  const form = JSON.parse(JSON.stringify(draft.form), clean) as typeof draft.form;
  const formHash = hashOfJson(form);
  const ownTitle = without(draft.ownTitle, redacting);
  if (formHash === draft.formHash && ownTitle === draft.ownTitle) return;
  await ctx.db.patch(draft._id, { form, formHash, ownTitle, version: draft.version + 1 });
  await record(redacting, "request.draftRedacted", { type: "request", id: draft._id, label: draft.key });
}

/** The idea, and changes to it that were not saved; what is told of an idea names it by its key alone. */
async function redactIdea(redacting: Redacting): Promise<void> {
  const { ctx } = redacting.step;
  const { ideaId } = redacting.ticket;
  const idea = ideaId && (await ctx.db.get(ideaId));
  if (!idea) return;
  await redactIdeaDrafts(ctx, { ideaId: idea._id }, (text) => without(text, redacting));
  const title = without(idea.title, redacting);
  const description = without(idea.description, redacting);
  if (title === idea.title && description === idea.description) return;
  const searchText = idea.searchText === "" ? "" : ideaSearchText({ title, description });
  await ctx.db.patch(idea._id, { title, description, searchText });
  await record(redacting, "idea.redacted", { type: "idea", id: idea._id, label: idea.key });
}

async function record(
  { step: { ctx, by, at }, ticket }: Redacting,
  action: string,
  target: { readonly type: string; readonly id: string; readonly label: string },
): Promise<void> {
  await recordEvent(ctx, { ...by, action, targets: [target], context: { ticket: ticket.key }, occurredAt: at });
}
