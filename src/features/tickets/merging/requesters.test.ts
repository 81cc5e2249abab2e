import { expect, test } from "vitest";
import type { TicketRow } from "../api";
import { isOfAnother } from "./requesters";

const by = (requesterId: string | null) => ({ requesterId: requesterId as TicketRow["requesterId"] });

test("each ticket is compared with what it is merged into, whoever wrote the others", () => {
  const target = by("gina");
  expect([by("ada"), by("gina")].map((one) => isOfAnother(one, target))).toEqual([true, false]);
  expect([by("gina"), by("ada")].map((one) => isOfAnother(one, target))).toEqual([false, true]);
});

test("whose writer is not known counts as another's, so that somebody has to confirm it", () => {
  expect(isOfAnother(undefined, by("ada"))).toBe(true);
  expect(isOfAnother(by(null), by(null))).toBe(true);
});
