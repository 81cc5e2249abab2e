import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aWorld, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const PULL = { name: "snowflake", state: "stopped", reason: "It grants too much", confirmation: "Snowflake" } as const;

test.each([
  ["the admins", [], ["adam"], ["adam"]],
  ["without an active admin the other super admins", [], [], ["max"]],
  ["where whoever pulls it is the only admin the other super admins", ["admin"], [], ["max"]],
] as const)("a kill switch that is pulled notifies %s", async (_whom, also, admins, notified) => {
  const world = await aWorld();
  const sue = await world.person("sue", { roles: ["staff", "superAdmin", ...also] });
  const people = [
    await world.person("max", { roles: ["staff", "superAdmin"] }),
    await world.person("adam", {
      roles: ["staff", "admin"],
      status: admins.some((name) => name === "adam") ? "active" : "suspended",
    }),
    await world.person("gina", { roles: ["staff", "governance"] }),
  ];
  await sue.mutation(api.services.mutations.setState, PULL);
  const notices = (await world.rows("notifications")).filter(({ kind }) => kind === "connector.stopped");
  const names = ["max", "adam", "gina"];
  expect(notices.map(({ recipientId }) => names[people.findIndex(({ id }) => id === recipientId)])).toEqual(notified);
});
