import { describe, expect, test } from "vitest";
import { TOPIC_NAMES } from "../rules";
import { TOPIC_QUESTIONS } from "./questions";

describe("the questions of a topic", () => {
  test.each(TOPIC_NAMES)("are two or three, short, and none is asked twice: %s", (topic) => {
    const questions = TOPIC_QUESTIONS[topic];
    expect([2, 3]).toContain(questions.length);
    expect(new Set(questions).size).toBe(questions.length);
    for (const question of questions) expect(question).toMatch(/^[A-Z].{10,58}\?$/);
  });
});
