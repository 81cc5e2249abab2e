/** Many people by one file: the same rules as by hand, row by row, and nothing twice. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

const { importFile } = api.people.mutations;
const { previewImport } = api.people.queries;

async function aCompanyWithFile() {
  const company = await aCompany();
  const { world, ada, fay } = company;
  const logistics = await world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "1" }),
  );
  const bea = await world.person("bea");
  await world.run(async (ctx) => {
    for (const { id } of [ada, bea]) await ctx.db.patch(id, { managerId: fay.id });
  });
  const send = async (by: TestPerson, text: string, hash?: string) => {
    await by.stepUp();
    const seen = hash ?? (await by.query(previewImport, { text })).hash;
    return await by.mutation(importFile, { text, hash: seen });
  };
  return { ...company, bea, logistics, send };
}

describe("a file of people [U12]", () => {
  test("with one wrong row does nothing, and every problem names its row and column", async () => {
    const { adam, ada, send, row } = await aCompanyWithFile();
    const text =
      "email,business_area,manager,last_day\nada@ao.com,LOG,,\nnobody@ao.com,,,\nbea@ao.com,X,who@ao.com,31/02/2027\nADA@ao.com,,,";
    expect((await adam.query(previewImport, { text })).problems).toMatchObject([
      { row: 3, column: "email" },
      { row: 4, column: "business_area" },
      { row: 4, column: "manager" },
      { row: 4, column: "last_day" },
      { row: 5, column: "email", message: "Row 2 is about the same person." },
    ]);
    expect(await codeOf(send(adam, text))).toBe("invalid-input");
    expect(await row(ada)).not.toHaveProperty("businessAreaId");
  });

  test("does each row on its own, skips with the reason, and does nothing twice", async () => {
    const { adam, ada, bea, logistics, send, row } = await aCompanyWithFile();
    const text =
      "email;business_area;last_day\nada@ao.com;log;\nadam@ao.com;LOG;\nbea@ao.com;;10/03/2026\nfay@ao.com;LOG;";
    expect(await send(adam, text)).toMatchObject({
      changed: 2,
      proposed: 0,
      skipped: [
        { row: 3, name: "Adam Tester", refusal: { code: "not-eligible" } },
        { row: 5, name: "Fay Tester", refusal: { code: "not-eligible" } },
      ],
    });
    expect(await row(ada)).toMatchObject({ businessAreaId: logistics });
    expect(await row(bea)).toMatchObject({ endsAt: Date.UTC(2026, 2, 11) });
    expect(await send(adam, text)).toMatchObject({ changed: 0, proposed: 0 });
  });

  test("proposes what takes two people, and is refused when something else than was shown would be done", async () => {
    const { world, adam, ada, fay, send, row } = await aCompanyWithFile();
    const text = `email,manager\nada@ao.com,gina@ao.com\n`;
    const { hash } = await adam.query(previewImport, { text });
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", "finops"] }));
    expect(await codeOf(send(adam, text, hash))).toBe("changed-meanwhile");
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff"] }));
    expect(await send(adam, text, hash)).toMatchObject({ changed: 0, proposed: 1, skipped: [] });
    expect(await row(ada)).toMatchObject({ managerId: fay.id });
    expect(await send(adam, text)).toMatchObject({ proposed: 0, skipped: [{ refusal: { code: "duplicate" } }] });
    expect(await codeOf(fay.query(previewImport, { text }))).toBe("not-allowed");
  });

  test("does not get past the limit of an hour", async () => {
    const { world, adam, send } = await aCompanyWithFile();
    const names = Array.from({ length: 22 }, (_, index) => `p${index}`);
    for (const name of names) await world.person(name);
    const text = `email,last_day\n${names.map((name) => `${name}@ao.com,10/03/2026`).join("\n")}`;
    const { changed, skipped } = await send(adam, text);
    expect([changed, skipped.map(({ refusal }) => refusal.code)]).toEqual([20, ["rate-limited", "rate-limited"]]);
  });
});
