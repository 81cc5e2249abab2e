import { expect, test } from "vitest";
import { besideName } from "./besideName";

const named = { name: "Read Orders", key: "REQ-14", titles: ["Read Orders for Ada Byron", "Read Orders", "Check"] };

test.each([
  ["Bea approved REQ-14", "Bea approved it"],
  ["Bea approved REQ-14: Data owner", "Bea approved it: Data owner"],
  ["Bea wrote in REQ-14", "Bea wrote"],
  ["Bea reminds you to decide about REQ-14", "Bea reminds you to decide about it"],
  ["REQ-14 is done: Read Orders", "It is done"],
  ["REQ-14 is held up: Read Orders for Ada Byron", "It is held up"],
  ["REQ-14 expired: nobody decided in time", "It expired: nobody decided in time"],
  ["REQ-14: “Check” failed", "“Check” failed"],
  ["Stop working on “Check”: REQ-14 is cancelled", "Stop working on “Check”: it is cancelled"],
  ["Approve or reject: Read Orders for Ada Byron", "Approve or reject"],
  ["Reminder: approve or reject Read Orders", "Reminder: approve or reject"],
  ["Your access ends tomorrow", "Your access ends tomorrow"],
  ["It replaces REQ-140", "It replaces REQ-140"],
])("“%s” beside the name: “%s”", (title, said) => {
  expect(besideName(title, named)).toBe(said);
});

test("what is no part of a request is said as it is, but for its own name at the end", () => {
  expect(besideName("You stand in for Ada", { name: "Ada", key: null, titles: [] })).toBe("You stand in for Ada");
});

test("a title that says nothing but the name stays", () => {
  expect(besideName("Read Orders", named)).toBe("Read Orders");
});
