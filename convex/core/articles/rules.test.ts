import { describe, expect, test } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { DAY_MS } from "../../lib/pure/time";
import { tellingWordsOf } from "../../lib/pure/wordSearch";
import {
  ARTICLE_BODY_MAX_LENGTH,
  ARTICLE_TITLE_MAX_LENGTH,
  articleProblems,
  isAbout,
  isOverdue,
  MAX_REVIEW_MS,
  MAX_TOPICS,
  MAX_TYPES,
  MISSING_MAX_LENGTH,
  readsArticle,
  searchTextOf,
  summaryOf,
  tidyArticle,
  whyNotAnswer,
  whyNotHandOver,
  whyNotWrite,
} from "./rules";
import type { Article } from "./table";

const NOW = 1_000 * DAY_MS;
const owner = "ada" as Id<"people">;
const article: Article = {
  title: "Ask for a table",
  body: "Open the catalog.",
  topics: ["access"],
  typeKeys: [],
  audience: "everyone",
  ownerId: owner,
  reviewAt: NOW + DAY_MS,
};
const agent = { isAgent: true, isOwner: false };
const ownerOnly = { isAgent: false, isOwner: true };
const staff = { isAgent: false, isOwner: false };

describe("a help article", () => {
  test("is title, text, topics and a review within their limits", () => {
    expect(articleProblems(article, NOW)).toEqual({});
    const none = tidyArticle({ ...article, title: " ", body: "\n", topics: [], reviewAt: NOW });
    expect(articleProblems(none, NOW)).toEqual({
      title: "Title is required",
      body: "Text is required",
      topics: "Choose at least one topic",
      reviewAt: "Choose a review date within the next two years",
    });
    const most: Article = {
      ...article,
      title: "a".repeat(ARTICLE_TITLE_MAX_LENGTH),
      body: "- b".padEnd(ARTICLE_BODY_MAX_LENGTH, "b"),
      topics: ["access", "data", "cost"],
      typeKeys: ["a", "b", "c", "d", "e"],
      reviewAt: NOW + MAX_REVIEW_MS,
    };
    expect(articleProblems(most, NOW)).toEqual({});
    const more: Article = {
      ...most,
      title: `${most.title}a`,
      body: `${most.body}b`,
      topics: [...most.topics, "other"],
      typeKeys: [...most.typeKeys, "f"],
      reviewAt: most.reviewAt + 1,
    };
    expect(articleProblems(more, NOW)).toEqual({
      title: `Title must be at most ${ARTICLE_TITLE_MAX_LENGTH} characters`,
      body: `Text must be at most ${ARTICLE_BODY_MAX_LENGTH} characters`,
      topics: `Choose at most ${MAX_TOPICS} topics`,
      typeKeys: `Choose at most ${MAX_TYPES} request types`,
      reviewAt: "Choose a review date within the next two years",
    });
    expect(articleProblems({ ...article, title: "Ta\u202Eble", body: "\uD800" }, NOW)).toMatchObject({
      title: "Title must not contain invisible characters",
      body: "Text must not contain invisible characters",
    });
    expect(articleProblems({ ...article, reviewAt: Number.NaN }, NOW)).toHaveProperty("reviewAt");
  });

  test("keeps a review date that has passed, until another one is chosen", () => {
    expect(articleProblems({ ...article, reviewAt: NOW - 1 }, NOW, NOW - 1)).toEqual({});
    expect(articleProblems({ ...article, reviewAt: NOW - 2 }, NOW, NOW - 1)).toHaveProperty("reviewAt");
    expect(isOverdue({ status: "published", reviewAt: NOW }, NOW)).toBe(true);
    expect(isOverdue({ status: "published", reviewAt: NOW + 1 }, NOW)).toBe(false);
    expect(isOverdue({ status: "archived", reviewAt: NOW }, NOW)).toBe(false);
  });

  test("is read by everybody once it is published for everyone (H1)", () => {
    for (const status of ["draft", "published", "archived"] as const)
      for (const audience of ["everyone", "agents"] as const) {
        expect(readsArticle({ status, audience }, staff)).toBe(status === "published" && audience === "everyone");
        expect(readsArticle({ status, audience }, ownerOnly)).toBe(true);
        expect(readsArticle({ status, audience }, agent)).toBe(true);
      }
  });

  test("is written by agents and its owner, and handed over by agents alone (H2)", () => {
    expect([agent, ownerOnly, staff].map((who) => whyNotWrite("draft", who)?.code)).toEqual([
      undefined,
      undefined,
      "not-eligible",
    ]);
    expect(whyNotWrite("archived", agent)).toMatchObject({ code: "wrong-state" });
    const internal: Article = { ...article, audience: "agents" };
    expect(whyNotHandOver(article, internal, ownerOnly)).toMatchObject({ code: "not-eligible" });
    expect(whyNotHandOver(article, { ...article, ownerId: "eve" as Id<"people"> }, ownerOnly)).not.toBeNull();
    expect(whyNotHandOver(article, { ...article }, ownerOnly)).toBeNull();
    expect(whyNotHandOver(article, internal, agent)).toBeNull();
  });

  test("that did not help is missing something (H6)", () => {
    expect(whyNotAnswer("published", true, "")).toBeNull();
    expect(whyNotAnswer("published", false, " ")).toEqual({ code: "reason-required" });
    expect(whyNotAnswer("published", false, "a".repeat(MISSING_MAX_LENGTH))).toBeNull();
    expect(whyNotAnswer("published", false, "a".repeat(MISSING_MAX_LENGTH + 1))).toMatchObject({ code: "too-long" });
    expect(whyNotAnswer("draft", true, "")).toMatchObject({ code: "wrong-state" });
  });

  test("is about what its title names, or two words of its text", () => {
    const one = { title: "Ask for a table", body: "Open the catalog and choose the domain first" };
    const telling = (text: string) => tellingWordsOf(text, { fromLetters: 4 });
    expect(telling("The table, THE Table for Ada")).toEqual(["table"]);
    expect(isAbout(one, telling("My table is gone"))).toBe(true);
    expect(isAbout(one, telling("The catalog is empty"))).toBe(false);
    expect(isAbout(one, telling("Which domain of the catalog"))).toBe(true);
    expect(isAbout(one, telling("for a"))).toBe(false);
  });

  test("is summed up by its first sentence, and searched by its words without marks", () => {
    expect(summaryOf("# Tables\n\n- one\n\nChoose **Table access** in the [catalog](/requests/create).")).toBe(
      "Choose Table access in the catalog (/requests/create).",
    );
    expect(summaryOf("x".repeat(400))).toHaveLength(160);
    expect(searchTextOf({ title: "Tables", body: "**Ask** for one" })).toBe("Tables\nTables\nAsk for one");
  });
});
