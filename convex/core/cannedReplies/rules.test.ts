import { describe, expect, test } from "vitest";
import { REPLY_MAX_LENGTH } from "../tickets/rules";
import { CANNED_TITLE_MAX_LENGTH, cannedProblems, filled, MAX_CANNED, tidyCanned, whyNotCanned } from "./rules";

const reply = { title: "Try again", body: "Hello {first name}", topic: null, after: null };

describe("a canned reply (S11)", () => {
  test("is a title and a text within their limits", () => {
    expect(cannedProblems(reply)).toEqual({});
    expect(cannedProblems(tidyCanned({ ...reply, title: " ", body: "\n" }))).toEqual({
      title: "Title is required",
      body: "Reply is required",
    });
    const longest = { ...reply, title: "a".repeat(CANNED_TITLE_MAX_LENGTH), body: "b".repeat(REPLY_MAX_LENGTH) };
    expect(cannedProblems(longest)).toEqual({});
    expect(cannedProblems({ ...longest, title: `${longest.title}a`, body: `${longest.body}b` })).toEqual({
      title: "Title: at most 80 characters",
      body: "Reply: at most 4000 characters",
    });
  });

  test("that resolves its ticket has a cause agents choose, and no other has one [S34]", () => {
    const resolving = { ...reply, after: "resolve" as const };
    expect(cannedProblems(resolving)).toEqual({ cause: "Choose a resolution cause" });
    expect(cannedProblems({ ...resolving, cause: "howTo" })).toEqual({});
    expect(cannedProblems({ ...resolving, cause: "proven" })).toHaveProperty("cause");
    expect(tidyCanned({ ...resolving, cause: "howTo" })).toHaveProperty("cause", "howTo");
    expect(tidyCanned({ ...reply, after: "wait", cause: "howTo" })).not.toHaveProperty("cause");
  });

  test("names what stands for nothing", () => {
    expect(cannedProblems({ ...reply, body: "Hello {first name}, {name}" })).toEqual({
      body: "Reply: {name} is not a placeholder. Use {first name}, {ticket}, {agent}",
    });
    expect(cannedProblems({ ...reply, body: "{First Name}" })).toHaveProperty("body");
    expect(cannedProblems({ ...reply, body: '{ticket}, {agent}, a lone {, {"a": 1} and {} are text' })).toEqual({});
  });

  test("has a title of its own, in whatever letters", () => {
    expect(whyNotCanned(reply, ["TRY AGAIN"])).toEqual({
      code: "invalid-form",
      fields: { title: "Another canned reply has this title" },
    });
    expect(
      whyNotCanned(
        reply,
        Array.from({ length: MAX_CANNED - 1 }, (_, place) => `No. ${place}`),
      ),
    ).toBeNull();
    expect(
      whyNotCanned(
        reply,
        Array.from({ length: MAX_CANNED }, (_, place) => `No. ${place}`),
      ),
    ).toMatchObject({
      code: "too-many",
    });
  });

  test("reads what its placeholders stand for, each once: what is filled in is not looked at again", () => {
    const filling = { firstName: "{ticket}", ticket: "TKT-7", agent: "Sam $& Taylor" };
    expect(filled("{first name}, {ticket}: {agent} {else} {ticket}", filling)).toBe(
      "{ticket}, TKT-7: Sam $& Taylor {else} TKT-7",
    );
  });

  test.each(["{constructor}", "{toString}", "{valueOf}", "{hasOwnProperty}", "{__proto__}", "{agent.email}"])(
    "reads %s as the text it is, and gives away nothing behind it",
    (text) => {
      const filling = { firstName: "Ada", ticket: "TKT-7", agent: "Sam" };
      expect(filled(`Hello ${text}`, filling)).toBe(`Hello ${text}`);
    },
  );

  test("is not kept with the name of what every object has, as with any other that stands for nothing", () => {
    expect(cannedProblems({ ...reply, body: "{constructor}" })["body"]).toMatch(
      /^Reply: \{constructor\} is not a placeholder/,
    );
  });
});
