import type { MouseEvent, PointerEvent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { usePoints } from "./use-points";

/** A plot of ten points from 100 to 200 px, as it is before anything was pointed to. */
function plotOf(onChoose?: (index: number) => void) {
  const seen: ReturnType<typeof usePoints>["plotProps"][] = [];
  renderToStaticMarkup(<Plot onChoose={onChoose} onProps={(props) => void seen.push(props)} />);
  return seen[0]!;
}

function Plot(props: {
  onChoose: ((index: number) => void) | undefined;
  onProps: (props: ReturnType<typeof usePoints>["plotProps"]) => void;
}) {
  const { onChoose, onProps } = props;
  onProps(usePoints({ count: 10, label: "Runs", ...(onChoose ? { onChoose } : {}) }).plotProps);
  return null;
}

const at = (clientX: number) =>
  ({ clientX, currentTarget: { getBoundingClientRect: () => ({ left: 100, width: 100 }) } }) as MouseEvent &
    PointerEvent;

test("a tap chooses the point under the finger, although nothing moved over the chart before", () => {
  const chosen: number[] = [];
  const { onClick } = plotOf((index) => chosen.push(index));
  for (const x of [100, 134, 199.9, 200, 90]) onClick?.(at(x));
  expect(chosen).toEqual([0, 3, 9, 9, 0]);
});

test("a click that no pointer made chooses nothing, where the keyboard reached no point either", () => {
  const chosen: number[] = [];
  const { onClick } = plotOf((index) => chosen.push(index));
  onClick?.({ ...at(150), detail: 0 });
  expect(chosen).toEqual([]);
});

test("where nothing can be chosen a click does nothing", () => {
  expect(plotOf()).not.toHaveProperty("onClick");
});
