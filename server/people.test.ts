/** What the start does about people, asked of a backend that counts. */
import { expect, test } from "vitest";
import { fillMailboxes } from "./people.ts";

test("people of before the mailbox column are filled in batch by batch until none is left", async () => {
  const calls: string[] = [];
  await fillMailboxes({
    mutation: async (path) => {
      calls.push(path);
      return { isDone: calls.length === 3 };
    },
  });
  expect(calls).toEqual(Array.from({ length: 3 }, () => "people/internal:fillMailboxes"));
});
