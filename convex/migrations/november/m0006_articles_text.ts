import { searchTextOf, summaryOf } from "../../core/articles/rules";
import { migration } from "../declaring/migration";

/** The text of an article moves out of its row, so that lists of articles read none of it. */
export const articlesText = migration({
  number: 6,
  name: "articles_text",
  table: "articles",
  change: ({ body }) =>
    body === undefined ? null : { summary: summaryOf(body), body: undefined, searchText: undefined },
  moves: ({ _id: articleId, title, body = "", status, isOpen }) => ({
    table: "articleTexts",
    row: { articleId, body, searchText: searchTextOf({ title, body }), status, isOpen },
  }),
});
