/** Random histories against the model. The seed of a failing run is in its message. */

import { expect, test } from "vitest";
import { Dice, Model, SCHEMA } from "./testing-model.ts";
import { mutate, openTestDatabase, read } from "./testing.ts";
import type { WriteTransaction } from "./types.ts";

/** One mutation of random writes, reads and nested transactions, any of which may be taken back. */
async function randomMutation(model: Model, tx: WriteTransaction, dice: Dice, where: string, depth = 0): Promise<void> {
  for (let step = 0; step < 1 + dice.below(4); step++) {
    if (dice.chance(0.3)) await Promise.resolve();
    if (depth < 3 && dice.chance(0.25)) {
      const before = model.documents;
      const nested = tx.savepoint();
      await randomMutation(model, tx, dice, where, depth + 1);
      if (dice.chance(0.5)) {
        nested.release();
      } else {
        nested.rollback();
        model.documents = before;
      }
    } else {
      model.write(tx, dice);
    }
    model.check(tx, dice, `${where}, inside`);
  }
}

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

test.each(SEEDS)("[TX13] any history of mutations reads as the model says (seed %d)", async (seed) => {
  const dice = new Dice(seed);
  const { db } = openTestDatabase({ seed, schemaJson: SCHEMA });
  const model = new Model();
  try {
    for (let round = 0; round < 40; round++) {
      const where = `seed ${seed}, round ${round}`;
      const before = model.documents;
      const isFailing = dice.chance(0.2);
      const outcome = mutate(db, async (tx) => {
        await randomMutation(model, tx, dice, where);
        if (isFailing) throw new Error("taken back");
      });
      if (isFailing) {
        await expect(outcome).rejects.toThrow("taken back");
        model.documents = before;
      } else {
        await outcome;
      }
      read(db, (tx) => {
        for (let i = 0; i < 3; i++) model.check(tx, dice, where);
      });
    }
  } finally {
    db.close();
  }
});
