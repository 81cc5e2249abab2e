/** Rounds of crashes, a fresh data folder every few of them. */

import { Dice } from "./dice.ts";
import { World, type Round } from "./world.ts";

/** Rounds over one data folder; looking into it costs as much as it holds. */
const ROUNDS_PER_WORLD = 8;

export interface CampaignReport {
  readonly rounds: number;
  readonly operations: number;
  readonly kills: number;
  readonly moments: Readonly<Record<string, number>>;
}

/** Runs `rounds` rounds; throws at the first fault, naming seed and round. */
export async function crashCampaign(
  seed: number,
  rounds: number,
  onRound: (number: number, round: Round) => void = () => undefined,
): Promise<CampaignReport> {
  const moments: Record<string, number> = {};
  let [operations, kills] = [0, 0];
  for (let first = 0; first < rounds; first += ROUNDS_PER_WORLD) {
    // Each world has a seed of its own: a failing one can be repeated alone.
    const worldSeed = seed + first;
    const world = await World.create(new Dice(worldSeed), `s${worldSeed}`);
    for (let number = first; number < Math.min(first + ROUNDS_PER_WORLD, rounds); number++) {
      const round = await world.round();
      onRound(number, round);
      if (round.faults.length > 0) {
        await world.close();
        throw faulty(worldSeed, number - first, round.faults);
      }
      operations += round.operations;
      kills += 1 + round.startKills;
      moments[round.moment] = (moments[round.moment] ?? 0) + 1;
      if (round.startKills > 0) moments["start"] = (moments["start"] ?? 0) + round.startKills;
    }
    const faults = await world.close();
    if (faults.length > 0) throw faulty(worldSeed, ROUNDS_PER_WORLD, faults);
  }
  return { rounds, operations, kills, moments };
}

function faulty(seed: number, round: number, faults: readonly string[]): Error {
  return new Error(`seed ${seed}, round ${round}:\n${faults.slice(0, 20).join("\n")}`);
}
