/** What became of some things one by one: what was done, what refused, and what was not reached before it was stopped. */
export interface Outcome<Thing, Result> {
  readonly results: readonly Result[];
  readonly refused: readonly { readonly thing: Thing; readonly error: unknown }[];
  readonly left: readonly Thing[];
}

/** Does the same with one after the other until it is stopped; the one under way is finished. */
export async function oneByOne<Thing, Result>(
  things: readonly Thing[],
  does: (thing: Thing) => Promise<Result>,
  { isStopped, onNext }: { readonly isStopped: () => boolean; readonly onNext: (done: number) => void },
): Promise<Outcome<Thing, Result>> {
  const results: Result[] = [];
  const refused: { thing: Thing; error: unknown }[] = [];
  for (const [done, thing] of things.entries()) {
    if (isStopped()) return { results, refused, left: things.slice(done) };
    onNext(done);
    try {
      results.push(await does(thing));
    } catch (error) {
      refused.push({ thing, error });
    }
  }
  return { results, refused, left: [] };
}
