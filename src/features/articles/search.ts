/** What the address of the help articles says: words, topic, and which of them. Apart from the rules: every page knows it. */

export interface ArticlesSearch {
  readonly q?: string;
  /** One of the topics of support; another is none. */
  readonly topic?: string;
  readonly show?: "draft" | "archived";
}

/** The address as typed, without what it cannot mean. */
export function parseArticlesSearch({ q, topic, show }: Record<string, unknown>): ArticlesSearch {
  return {
    ...(typeof q === "string" && q.trim() !== "" && { q: q.slice(0, 200) }),
    ...(typeof topic === "string" && /^[a-z]{1,20}$/.test(topic) && { topic }),
    ...((show === "draft" || show === "archived") && { show }),
  };
}
