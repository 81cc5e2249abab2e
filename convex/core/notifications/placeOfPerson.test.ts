import { expect, test } from "vitest";
import { aWorld } from "../../testing/world.testing";
import { placeOfPerson } from "./placeOfPerson";

test.each([
  [["staff"], "/"],
  [["finops"], "/"],
  [["governance"], "person"],
  [["admin"], "person"],
] as const)("what is said about somebody leads %j to a page they can open: %s", async (roles, place) => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const reader = await world.person("rea", { roles: [...roles] });
  const found = await world.run((ctx) => placeOfPerson(ctx, { recipientId: reader.id, personId: ada.id }));
  expect(found).toBe(place === "person" ? `/admin/users/${ada.id}` : place);
});
