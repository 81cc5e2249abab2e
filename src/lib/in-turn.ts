/**
 * Runs what it is given one after the other, in the order it came. Nothing is lost: one that fails does not keep the
 * next from running. What waits is what one person has pressed.
 */
export function inTurn(): <T>(does: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (does) => {
    const turn = last.then(does, does);
    last = turn;
    return turn;
  };
}
