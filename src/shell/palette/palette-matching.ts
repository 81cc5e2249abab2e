/** Which of the palette's commands fit what is typed, and in which order. */

import { defaultFilter } from "cmdk";

/** What a command is found by. */
export interface Matched {
  readonly label: string;
  /** Other words it may be looked for by. */
  readonly words?: readonly string[];
}

/** Letters scattered over a command score less: whoever types a name must not switch the theme with Enter. */
const MIN_SCORE = 0.3;

/** Commands under a heading. */
export interface CommandGroup<Command extends Matched> {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/**
 * Without text everything as it stands; with text what fits, the best first, in groups by their best. Among equals the
 * order stays.
 */
export function matching<Command extends Matched>(
  groups: readonly CommandGroup<Command>[],
  typed: string,
): CommandGroup<Command>[] {
  const text = typed.trim();
  if (text === "") return groups.filter(({ commands }) => commands.length > 0);
  const scored = groups.map(({ heading, commands }) => {
    const fitting = commands
      .map((command) => ({ command, score: defaultFilter(command.label, text, [...(command.words ?? [])]) }))
      .filter(({ command, score }) => score >= MIN_SCORE || command.label.toLowerCase().includes(text.toLowerCase()))
      .toSorted((a, b) => b.score - a.score);
    return { heading, commands: fitting.map(({ command }) => command), best: fitting[0]?.score ?? 0 };
  });
  return scored
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ heading, commands }) => ({ heading, commands }));
}
