/** What goes along of page, browser and errors: only what was left, for those it was sent to. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DIAGNOSTIC_MAX_LENGTH, MAX_DIAGNOSTICS } from "../core/tickets/rules/diagnostics";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

const LINES = ["Page: /requests/REQ-7", "Roles: Staff"];

test("diagnostics are read by the ticket's requester and agents, and by nobody who reads along [S35]", async () => {
  const { world, ada, adam, gina, create, add, read } = await aSupport();
  const key = await create(ada, { diagnostics: LINES });
  await add(ada, key, gina);
  for (const who of [ada, adam]) expect((await read(who, key))?.diagnostics).toEqual(LINES);
  expect((await read(gina, key))?.diagnostics).toEqual([]);
  expect(JSON.stringify(await world.rows("notifications"))).not.toContain("REQ-7");
  expect(JSON.stringify(await world.rows("mailOutbox"))).not.toContain("REQ-7");
  expect(JSON.stringify(await ada.mutation(api.people.mutations.exportOwn, {}))).toContain("REQ-7");
});

test("secrets, line breaks and what is too long are taken out, whatever a page sends [S35]", async () => {
  const { ada, create, read } = await aSupport();
  const key = await create(ada, {
    diagnostics: [
      "GET /a?token=s3cret\n\u202Efailed with password=hunter2",
      "  ",
      "x".repeat(5_000),
      `${"y ".repeat(199)}password=hunter3`,
    ],
  });
  const kept = (await read(ada, key))?.diagnostics ?? [];
  expect(kept).toHaveLength(3);
  expect(kept[0]).toBe("GET /a failed with password=[removed]");
  expect(kept.every((line) => line.length <= DIAGNOSTIC_MAX_LENGTH && !line.includes("\n"))).toBe(true);
  expect(kept.join("\n")).not.toMatch(/s3cret|hunter/);
});

test("too many lines are refused, and no ticket is left behind [S35]", async () => {
  const { world, ada, create } = await aSupport();
  const before = (await world.rows("tickets")).length;
  const diagnostics = Array.from({ length: MAX_DIAGNOSTICS + 1 }, (_, index) => `line ${index}`);
  expect(await codeOf(create(ada, { diagnostics }))).toBe("invalid-input");
  expect((await world.rows("tickets")).length).toBe(before);
});

test("what is redacted is gone from the diagnostics too [S16]", async () => {
  const { world, ada, adam, create, read } = await aSupport();
  const key = await create(ada, { diagnostics: [...LINES, "TypeError on /x: Maria Lopez is undefined"] });
  const words = "Maria Lopez";
  expect(await adam.query(api.tickets.queries.redactable, { key, words })).toBe(1);
  await adam.mutation(api.tickets.mutations.redact, { key, words, fileIds: [], reason: "A name" });
  expect(JSON.stringify(await world.rows("tickets"))).not.toContain(words);
  expect((await read(ada, key))?.diagnostics.at(-1)).toBe("TypeError on /x: [redacted] is undefined");
});
