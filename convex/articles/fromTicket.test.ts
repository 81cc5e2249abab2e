/** An article from a resolved ticket: what it begins with, and the link both ways. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { endWorld, codeOf } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";
import { anArticleOf } from "./args.testing";

afterEach(endWorld);

const { mutations, queries } = api.articles;

async function aResolvedTicket() {
  const scene = await aSupport();
  const { ada, adam } = scene;
  const key = await scene.create(ada, { title: "Ada Tester sees no orders" });
  await scene.note(adam, key, "Ada is the third today");
  await scene.claim(adam, key);
  await scene.resolve(adam, key, "Dear Ada, ask for ORDERS_READ. Write to ada@ao.com, password: hunter22");
  return { ...scene, key };
}

test("it begins with the answer, without names, addresses, secrets and internal notes [H7]", async () => {
  const { adam, key } = await aResolvedTicket();
  const begun = await adam.query(queries.fromTicket, { key });
  expect(begun).toMatchObject({ title: "[name] sees no orders", topic: "data", articles: [] });
  expect(begun?.body).toContain("Dear [name], ask for ORDERS_READ. Write to [email]");
  expect(JSON.stringify(begun)).not.toMatch(/ada|tester|hunter22|third/i);
});

test("ticket and article name each other, to those who answer tickets alone [H7]", async () => {
  const { world, ada, adam, fay, key } = await aResolvedTicket();
  const article = anArticleOf({ world, personId: ada.id });
  const made = await adam.mutation(mutations.create, { article, ticket: key });
  expect((await adam.query(queries.fromTicket, { key }))?.articles).toEqual([
    { key: made, title: article.title, status: "draft" },
  ]);
  expect(await adam.query(queries.get, { key: made })).toMatchObject({ ticket: key });
  expect(await ada.query(queries.get, { key: made })).toMatchObject({ ticket: null, mayWrite: true });
  for (const who of [ada, fay]) expect(await codeOf(who.query(queries.fromTicket, { key }))).toBe("not-allowed");
});

test("none is written from a ticket that is open, unknown or one's own", async () => {
  const { world, ada, adam, kim, create, claim, resolve, key } = await aResolvedTicket();
  const open = await create(ada, { title: "Another one" });
  const own = await create(adam, { title: "My own one" });
  await claim(kim, own);
  await resolve(kim, own);
  const article = anArticleOf({ world, personId: ada.id });
  for (const ticket of [open, own, "TKT-999"]) {
    expect(await adam.query(queries.fromTicket, { key: ticket })).toBeNull();
    expect(await codeOf(adam.mutation(mutations.create, { article, ticket }))).toBe("not-found");
  }
  expect(await adam.query(queries.fromTicket, { key })).not.toBeNull();
  expect(await world.rows("articles")).toEqual([]);
});
