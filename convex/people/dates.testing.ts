/** People whose roles and accounts end on a day, in tests. */

import { api, internal } from "../_generated/api";
import type { RoleName } from "../access/roles";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { DAWN, type TestPerson } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

const MIDNIGHT = Math.floor(DAWN / DAY_MS) * DAY_MS;
/** The end of the day in so many days. */
export const dayEnd = (days: number): number => MIDNIGHT + (days + 1) * DAY_MS;
/** Why a date is set. */
export const reason = "The contract says so";
const { changeRoles, setDates } = api.people.mutations;

/** A company whose roles and days are set, and whose clock is moved. */
export async function aDatedCompany() {
  const company = await aCompany();
  const { world } = company;
  const give = async (by: TestPerson, { id }: TestPerson, role: RoleName, endsAt: number) => {
    await by.stepUp();
    return await by.mutation(changeRoles, { personId: id, roles: [role], ends: [{ role, endsAt }], reason });
  };
  const date = async (by: TestPerson, { id }: TestPerson, endsAt: number | null, startsAt: number | null = null) => {
    await by.stepUp();
    return await by.mutation(setDates, { personId: id, startsAt, endsAt, reason });
  };
  /** Minutes pass until a moment, with what the clock does in the last one. */
  const until = async (at: number) => {
    await world.advance(Math.max(0, at - MINUTE_MS - world.now()));
    await world.internal(internal.people.internal.turnDates, {});
    await world.advance(at - world.now());
  };
  return { ...company, give, date, until };
}
