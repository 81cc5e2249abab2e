/** The arithmetic of axes. */

const ROUND = [1, 2, 2.5, 5, 10];

/** The next round number at or above a value: 0 stays 0, 7 becomes 10, 130 becomes 200. Counts stay whole. */
export function niceTop(value: number): number {
  if (!(value > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = ROUND.find((one) => one * power >= value) ?? 10;
  return Number.isInteger(value) ? Math.ceil(step * power) : step * power;
}

/** Values as points of a line in a box, left to right; a line without height lies in the middle. */
export function linePoints(values: readonly number[], box: { width: number; height: number }): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value, index) => {
      const x = values.length === 1 ? box.width : (index / (values.length - 1)) * box.width;
      const y = high === low ? box.height / 2 : box.height - ((value - low) / (high - low)) * box.height;
      return `${round(x)},${round(y)}`;
    })
    .join(" ");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
