/** Ideas of a company, and arguments with which those who may call what is done with them. */

import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { IdeaStatus } from "../core/feedback/table";
import type { Scene } from "../lib/publicApi.scene.testing";
import { aCompany } from "../people/suspending.testing";
import { codeOf, DAWN, type TestPerson } from "../testing/world.testing";

const { mutations, queries } = api.feedback;

/** A company in which people write ideas; ada, of staff, wrote the first one, which fay (FinOps) and gina read. */
export async function aFeedbackWorld() {
  const company = await aCompany();
  const { world, ada, adam } = company;
  const write = async (by: TestPerson, title = "Dark charts"): Promise<Id<"ideas">> => {
    const key = await by.mutation(mutations.create, { title, description: `${title}, please`, priority: "Low" });
    const found = (await world.rows("ideas")).find((one) => one.key === key);
    if (!found) throw new Error("No idea");
    return found._id;
  };
  const idea = async (id: Id<"ideas">): Promise<Doc<"ideas">> => {
    const found = (await world.rows("ideas")).find(({ _id }) => _id === id);
    if (!found) throw new Error("No idea");
    return found;
  };
  const page = async (by: TestPerson, id: Id<"ideas">) => by.query(queries.get, { key: (await idea(id)).key });
  const vote = (by: TestPerson, ideaId: Id<"ideas">, wants = true) => by.mutation(mutations.vote, { ideaId, wants });
  const move = async (ideaId: Id<"ideas">, ...statuses: IdeaStatus[]) => {
    for (const to of statuses) {
      await adam.mutation(mutations.move, { ideaId, to, note: `It is ${to} now` });
      await world.advance(1000);
    }
  };
  const ship = (ideaId: Id<"ideas">) => move(ideaId, "Under review", "Planned", "In progress", "Shipped");
  const told = async ({ id }: TestPerson, kind?: string) =>
    (await world.rows("notifications")).filter((one) => one.recipientId === id && (!kind || one.kind === kind));
  return { ...company, write, idea, page, vote, move, ship, told, codeOf, ideaId: await write(ada) };
}

const FORM = { title: "Dark charts", description: "They are too bright at night", priority: "High" };

async function anIdea({ world, personId }: Scene, fields: Partial<Doc<"ideas">> = {}): Promise<Id<"ideas">> {
  return await world.run((ctx) =>
    ctx.db.insert("ideas", {
      key: `IDEA-${1000 + (fields.votes ?? 0)}`,
      title: FORM.title,
      description: FORM.description,
      searchText: FORM.title,
      priority: "High",
      authorId: personId,
      status: "New",
      statusAt: 0,
      isListed: true,
      votes: 0,
      createdAt: 0,
      updatedAt: 0,
      ...fields,
    }),
  );
}

/** A file of the caller that was not sent yet, or with an idea. */
const anUpload = ({ world, personId }: Scene, sentWith?: Id<"ideas">) =>
  world.file("Text").then((storageId) =>
    world.run(async (ctx) => {
      const file = { personId, storageId, name: "a.txt", size: 4, contentType: "text/plain", createdAt: DAWN };
      const sent = sentWith && { ideaId: sentWith, sentAt: DAWN };
      return await ctx.db.insert("ideaUploads", { ...file, ...sent, state: "accepted" });
    }),
  );

const note = "We read it";

export const FEEDBACK_ARGS: Readonly<
  Record<string, (viewed: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "feedback/queries:get": () => ({ key: "none" }),
  "feedback/queries:list": () => ({ status: null, paginationOpts: { numItems: 5, cursor: null } }),
  "feedback/queries:similar": () => ({ text: "charts" }),
  "feedback/queries:team": async (_, scene) => ({ ideaId: await anIdea(scene) }),
  "feedback/queries:toMerge": async (_, scene) => ({ ideaId: await anIdea(scene), text: "charts" }),
  "feedback/queries:weight": async (_, scene) => ({ ideaId: await anIdea(scene) }),
  "feedback/queries:aboutName": () => ({ about: { kind: "service", key: "dbt" } }),
  "feedback/queries:abouts": async (_, scene) => ({ ideaId: await anIdea(scene) }),
  "feedback/queries:draft": () => ({ idea: null }),
  "feedback/queries:uploads": () => ({ ideaId: null }),
  // Withdrawn: its author's and the team's.
  "feedback/queries:attachment": async (_, scene) => ({
    file: await anUpload(scene, await anIdea(scene, { status: "Withdrawn" })),
  }),
  "feedback/mutations:generateUploadUrl": () => ({ ideaId: null }),
  "feedback/mutations:takeUpFile": async (_, { world, personId }) => {
    const permitId = await world.run((ctx) => ctx.db.insert("ideaUploadPermits", { personId, createdAt: DAWN }));
    return { ideaId: null, permitId, storageId: await world.file("Text"), name: "a.txt" };
  },
  "feedback/mutations:dropFile": async (_, scene) => ({ uploadId: await anUpload(scene) }),
  "feedback/mutations:link": async (_, scene) => ({
    ideaId: await anIdea(scene),
    about: { kind: "service", key: "dbt" },
  }),
  "feedback/mutations:create": () => FORM,
  "feedback/mutations:saveDraft": () => ({ idea: null, draft: { text: "Begun" }, version: null }),
  "feedback/mutations:edit": async (_, scene) => ({ ideaId: await anIdea(scene), ...FORM }),
  "feedback/mutations:withdraw": async (_, scene) => ({ ideaId: await anIdea(scene) }),
  "feedback/mutations:vote": async (_, scene) => ({ ideaId: await anIdea(scene), wants: true }),
  "feedback/mutations:comment": async (_, scene) => ({ ideaId: await anIdea(scene), text: note }),
  "feedback/mutations:answer": async (_, scene) => {
    const asked = { at: Date.now(), personIds: [scene.personId] };
    return { ideaId: await anIdea(scene, { status: "Shipped", asked }), isSolved: true, reason: "" };
  },
  "feedback/mutations:move": async (_, scene) => ({ ideaId: await anIdea(scene), to: "Under review", note }),
  "feedback/mutations:merge": async (_, scene) => ({
    ideaId: await anIdea(scene),
    intoId: await anIdea(scene, { votes: 1 }),
    note,
  }),
  "feedback/mutations:unmerge": async (_, scene) => {
    const mergedIntoId = await anIdea(scene, { votes: 1 });
    return {
      ideaId: await anIdea(scene, { status: "Merged", statusBefore: "New", isListed: false, mergedIntoId }),
      note,
    };
  },
  "feedback/mutations:prioritise": async (_, scene) => ({ ideaId: await anIdea(scene), teamPriority: "Low" }),
  "feedback/mutations:note": async (_, scene) => ({ ideaId: await anIdea(scene), text: note }),
  "feedback/mutations:remove": async (_, scene) => ({ ideaId: await anIdea(scene), reason: note }),
};
