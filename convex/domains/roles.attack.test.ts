/** Somebody opens another domain's data by naming its role in their own list. */

import { afterEach, describe, expect, test } from "vitest";
import { endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

afterEach(endWorld);

const PAY = [
  { name: "PAY_READ", level: "read", description: "Read pay" },
  { name: "PAY_TEST", level: "read", description: "Read made-up pay", environment: "test" },
] as const;

async function besidePay() {
  const play = await anOrdersCase();
  await play.put({ name: "Pay", ownerIds: [play.zoe.id], roles: [...PAY] });
  return play;
}

describe("[DD10] another domain's role is not taken into the list,", () => {
  test.each([
    ["for reading", { readRoles: ["PAY_READ"] }, "readRoles"],
    ["for writing", { writeRoles: ["PAY_READ"] }, "writeRoles"],
    ["in other letters", { readRoles: ["pay_read"] }, "readRoles"],
    ["nor one of its test environment", { readRoles: ["PAY_TEST"] }, "readRoles"],
  ] as const)("%s", async (_, lists, field) => {
    const play = await besidePay();
    const change = Object.fromEntries(Object.entries(lists).map(([name, roles]) => [name, [...roles]]));
    for (const by of ["sue", "gus"] as const)
      await expect(play.change(by, change)).rejects.toMatchObject({
        data: {
          code: "invalid-form",
          fields: { [field]: expect.stringContaining("already belongs to Pay") as string },
        },
      });
  });

  test("nor by a file", async () => {
    const play = await besidePay();
    await expect(play.load("gus", "name,read_roles\nOrders,PAY_READ\n")).rejects.toMatchObject({
      data: { code: "invalid-input" },
    });
    expect((await play.row())?.roles).toEqual([]);
  });

  test("also where the other one came to have it after it was proposed", async () => {
    const play = await anOrdersCase();
    await play.change("gus", { readRoles: ["PAY_READ"] });
    await play.put({ name: "Pay", ownerIds: [play.zoe.id], roles: [...PAY] });
    await expect(play.confirm("gwen")).rejects.toThrow("already belongs to Pay");
    expect((await play.row())?.roles).toEqual([]);
  });
});
