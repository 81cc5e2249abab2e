/** `npm run crash -- --rounds N --seed S`: kills a serving engine N times and looks at what is left. */

import { parseArgs } from "node:util";
import { crashCampaign } from "./campaign.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "100" }, seed: { type: "string" } } });
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const startedMs = Date.now();
const seconds = (): string => ((Date.now() - startedMs) / 1000).toFixed(1);

process.stdout.write(`crash: ${values.rounds} rounds, seed ${seed}\n`);
const report = await crashCampaign(seed, Number(values.rounds), (number, { moment, startKills, operations }) => {
  if ((number + 1) % 10 === 0)
    process.stdout.write(
      `  round ${number + 1}, ${seconds()} s (${moment}, ${startKills} kills while starting, ${operations} operations)\n`,
    );
});
process.stdout.write(
  `crash: ${JSON.stringify(report)}, seed ${seed}, ${seconds()} s: nothing was lost, doubled or halved\n`,
);
process.exit(0);
