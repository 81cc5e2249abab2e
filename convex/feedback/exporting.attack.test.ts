/** Ideas as a file: what the file is made of, and that nobody else takes it out (F11). */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../testing/world.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const { list } = api.feedback.queries;
const { noteExport } = api.audit.mutations;
const noted = { list: "ideas" as const, filter: { status: "New" }, columns: ["Key", "Title"] };

test("[F11] read page by page, the list hands out each idea once, and none that was withdrawn, nor what admins write", async () => {
  const { ada, adam, write, ideaId } = await aFeedbackWorld();
  const ideas = [ideaId];
  for (let turn = 1; turn < 8; turn += 1) ideas.push(await write(ada, `Idea ${turn}`));
  const [gone = ideaId, talkedOf = ideaId, ...others] = ideas;
  await ada.mutation(api.feedback.mutations.withdraw, { ideaId: gone });
  await adam.mutation(api.feedback.mutations.note, { ideaId: talkedOf, text: "Secret of admins" });
  await adam.mutation(api.feedback.mutations.prioritise, { ideaId: talkedOf, teamPriority: "Critical" });
  const pages = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const page: (typeof list)["_returnType"] = await adam.query(list, {
      status: null,
      paginationOpts: { numItems: 3, cursor },
    });
    pages.push(...page.page);
    ({ isDone, continueCursor: cursor } = page);
  }
  expect(pages.map(({ id }) => id).toSorted()).toEqual([talkedOf, ...others].toSorted());
  expect(JSON.stringify(pages)).not.toMatch(/Secret of admins|Critical/);
});

test("[F11] that an admin takes ideas out is written down with what was looked for; nobody else can", async () => {
  const { world, ada, adam, fay, gina } = await aFeedbackWorld();
  const taken = async () => (await world.rows("auditEvents")).filter(({ action }) => action === "ideas.exported");
  for (const who of [ada, fay, gina]) expect(await codeOf(who.mutation(noteExport, noted))).toBe("not-allowed");
  expect(await taken()).toEqual([]);
  await adam.mutation(noteExport, noted);
  expect(await taken()).toMatchObject([
    {
      actor: { personId: adam.id },
      outcome: "success",
      context: { filter: { status: "New" }, columns: ["Key", "Title"] },
    },
  ]);
});
