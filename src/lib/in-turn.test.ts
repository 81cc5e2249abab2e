import { expect, test } from "vitest";
import { inTurn } from "./in-turn";

test("what is given while something runs comes after it, in its order, and nothing is lost when one fails", async () => {
  const happened: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = inTurn();
  const does =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      happened.push(`${name} begins`);
      await until;
      happened.push(`${name} ends`);
      return name;
    };
  const all = [
    run(does("a", first.promise)),
    run(does("b")),
    run(() => Promise.reject(new Error("No"))),
    run(does("c")),
  ];
  await Promise.resolve();
  expect(happened).toEqual(["a begins"]);
  first.resolve();
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(happened).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});
