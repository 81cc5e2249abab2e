/** The one door of help articles to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { ArticleStatus } from "../../../convex/core/articles/table";
import type { TicketTopic } from "../../../convex/core/tickets/table";
import { useQuery } from "../../lib/use-query";
import { useViewer } from "../../shell/session";

const { list, get, versions, version, figures, fromTicket, suggest } = api.articles.queries;

/** An article in a list. */
export type ArticleRow = FunctionReturnType<typeof list>[number];
/** One article on its page. */
export type ShownArticle = NonNullable<FunctionReturnType<typeof get>>;
/** One version in the history of an article. */
export type ArticleVersion = FunctionReturnType<typeof versions>[number];

/** What the viewer may do with articles, beside those they own. */
export function useArticleRights() {
  const capabilities = useViewer()?.capabilities ?? [];
  return { mayWrite: capabilities.includes("articles.write"), isAgent: capabilities.includes("tickets.answer") };
}

/** The articles of one status, or those with the words, live; undefined until the first answer. */
export function useArticles(
  text: string,
  topic: TicketTopic | null,
  status: ArticleStatus,
): readonly ArticleRow[] | undefined {
  return useQuery(list, { text, topic, status });
}

/** Published articles about these words, then those of a topic, three at most. */
export function useArticlesAbout(text: string, topic: TicketTopic) {
  return useQuery(suggest, { text, topic, typeKey: null });
}

/** One article, live; null where there is none the viewer may read. */
export function useArticle(key: string): ShownArticle | null | undefined {
  return useQuery(get, { key });
}

/** What was published of an article, live. */
export function useVersions(id: ShownArticle["id"]): readonly ArticleVersion[] | undefined {
  return useQuery(versions, { id });
}

/** The words of one version. */
export function useVersion(id: ShownArticle["id"], number: number) {
  return useQuery(version, { id, number });
}

/** How much an article helped, live. */
export function useFigures(id: ShownArticle["id"]) {
  return useQuery(figures, { id });
}

/** What an article from a resolved ticket begins with; nothing is asked without a ticket. */
export function useBegunFrom(ticket: string | undefined) {
  return useQuery(fromTicket, ticket === undefined ? "skip" : { key: ticket });
}

/** The request types an article may be offered for; undefined until they are known. */
export function useTypeChoices() {
  return useQuery(api.catalog.queries.list, {});
}

/** What is done with articles. */
export function useArticleCommands() {
  const { create, save, publish, setArchived, restore, review, answer } = api.articles.mutations;
  return {
    create: useMutation(create),
    save: useMutation(save),
    publish: useMutation(publish),
    setArchived: useMutation(setArchived),
    restore: useMutation(restore),
    review: useMutation(review),
    answer: useMutation(answer),
  };
}
