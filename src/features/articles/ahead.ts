/** What the pages of help articles ask first. */

import { api } from "../../../convex/_generated/api";
import { TOPIC_NAMES } from "../../../convex/core/tickets/rules";
import { question } from "../../lib/question";
import { parseArticlesSearch } from "./search";

const { list, get } = api.articles.queries;

export function articlesAhead(search: object) {
  const { q = "", topic, show = "published" } = parseArticlesSearch({ ...search });
  return [
    question(list, { text: q, topic: TOPIC_NAMES.find((one) => one === topic) ?? null, status: show }),
    ...(["draft", "archived"] as const).map((status) => question(list, { text: "", topic: null, status })),
  ];
}

export function articleAhead(key: string) {
  return [question(get, { key })];
}
