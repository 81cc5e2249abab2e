import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EngineReading, FiguresAt } from "../../../contracts/environment";
import { EngineFigures } from "./engine-figures";

const READING = { documents: 1200, tables: 70, bytesOnDisk: 4096, connections: 3, subscriptions: 9, commits: 40 };
/** A reading of the engine with only the figures that are drawn. */
const engine = READING as unknown as EngineReading;
const reading = (more: Partial<typeof READING>) => ({ ...READING, ...more }) as unknown as FiguresAt;

const drawn = (history: readonly FiguresAt[]) =>
  [
    ...renderToStaticMarkup(<EngineFigures engine={engine} history={history} />).matchAll(
      /<svg[^>]*aria-label="([^"]*)"/g,
    ),
  ].map(([, label]) => label);

test("each figure of the engine has its course beside it, which is said in words as well", () => {
  const said = drawn([reading({ documents: 1000 }), reading({ documents: 1500 }), reading({})]);
  expect(said).toHaveLength(6);
  expect(said[0]).toBe("Documents: 1,000 at first, 1,200 now, between 1,000 and 1,500");
});

test("with one reading there is no course to draw, and the figures stay", () => {
  expect(drawn([reading({})])).toEqual([]);
  expect(renderToStaticMarkup(<EngineFigures engine={engine} history={[reading({})]} />)).toContain("1,200");
});

test("where the backend runs elsewhere, no figure of it is shown", () => {
  const html = renderToStaticMarkup(<EngineFigures engine={null} history={[]} />);
  expect(html).toContain("The realtime backend runs elsewhere");
  expect(html).not.toContain("Documents");
});
