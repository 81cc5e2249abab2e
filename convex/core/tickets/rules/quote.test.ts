import { expect, test } from "vitest";
import { foldedQuote } from "./quote";

test.each([
  ["Works now", "Works now", ""],
  [
    "Works now\n\nOn Mon, 3 Nov 2026, Data Portal wrote:\n> Try again\n>\n> Bye",
    "Works now",
    "On Mon, 3 Nov 2026, Data Portal wrote:\n> Try again\n>\n> Bye",
  ],
  ["Works now\n\n> Try again", "Works now", "> Try again"],
  [
    "Works\n-----Original Message-----\nFrom: Portal\nTry again",
    "Works",
    "-----Original Message-----\nFrom: Portal\nTry again",
  ],
])("[S26] the quote at the end of %j is folded", (body, said, quoted) => {
  expect(foldedQuote(body)).toEqual({ said, quoted });
});

test.each([
  "> Try again\nThat did not help",
  "On Monday somebody wrote:\n> Try\nIt fails\n\nBye",
  "> Only a quote",
  "a > b",
])("[S26] nothing of %j is folded: words stand between or below", (body) => {
  expect(foldedQuote(body)).toEqual({ said: body, quoted: "" });
});
