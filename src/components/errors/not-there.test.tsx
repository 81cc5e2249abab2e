import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../features/**/*.tsx", { query: "?raw", import: "default", eager: true });

test("whatever is not there offers one way on, through the one part for it", () => {
  const bare = Object.entries(sources).filter(([, text]) =>
    /<EmptyState(?:(?!<\/EmptyState>)[\s\S])*?title=(?:"There is no such|"There is nobody)/.test(text),
  );
  expect(bare.map(([path]) => path)).toEqual([]);
});
