import { expect, test } from "vitest";
import { costMs } from "../../lib/pure/cost.testing";
import { withoutPeople } from "./withoutPeople";

const ada = { firstName: "Ada", lastName: "de Tester-Müller" };

test("names, addresses and phone numbers are taken out, however they are written", () => {
  expect(withoutPeople("Hello Ada, ADA's table for ada.tester@ao.com is back", [ada])).toBe(
    "Hello [name], [name]'s table for [email] is back",
  );
  expect(withoutPeople("Ada Müller rang +49 170 1234567.", [ada])).toBe("[name] rang [phone].");
  expect(withoutPeople("Adapt the canvas on 2026-11-26, ORDER-12345678", [ada])).toBe(
    "Adapt the canvas on 2026-11-26, ORDER-12345678",
  );
  expect(withoutPeople("I do", [{ firstName: "I", lastName: "" }])).toBe("I do");
});

test("a long text costs its length", () => {
  for (const piece of ["a", "+1 ", "a.", "@"])
    expect(costMs(() => withoutPeople(piece.repeat(100_000), [ada]))).toBeLessThan(2_000);
});
