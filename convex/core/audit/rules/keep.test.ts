import { expect, test } from "vitest";
import { parseRetention } from "./keep";

test.each([
  ["", {}],
  ["activity=90", { activity: 90 }],
  [" activity = 30 , access=2555,security=36500 ", { activity: 30, access: 2555, security: 36_500 }],
])("%j is read", (text, retention) => {
  expect(parseRetention(text)).toEqual({ ok: true, retention });
});

test.each([
  "mail=90",
  "activity",
  "activity=29",
  "activity=soon",
  "activity=-40",
  "access=99999",
  "activity=90;access=100",
])("%j is refused with a reason", (text) => {
  expect(parseRetention(text)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^(names|keeps) /) as string,
  });
});
