import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useQuery, useQueryIfPossible, useQueryOrNull } from "./use-query";

const count = makeFunctionReference<"query", { of: string }, number>("things:count");

/** What is drawn by a component that asks, while the client knows this much. */
function drawn(
  ask: typeof useQueryOrNull,
  known: () => number | undefined,
  args: { of: string } | "skip" = { of: "tickets" },
): string {
  const watchQuery = (query: unknown, of: unknown) => {
    expect([query, of]).toEqual([count, args]);
    return { onUpdate: () => () => undefined, localQueryResult: known };
  };
  function Count() {
    const answer = ask(count, args);
    return <b>{answer === null ? "nothing" : (answer ?? "unknown")}</b>;
  }
  const client = { watchQuery } as unknown as ConvexReactClient; // nothing else of it is used
  return renderToStaticMarkup(
    <ConvexProvider client={client}>
      <Count />
    </ConvexProvider>,
  );
}

const refused = (): never => {
  throw new Error("refused");
};

test("an answer that is there is drawn at once, and until then nothing is known", () => {
  for (const ask of [useQuery, useQueryIfPossible, useQueryOrNull]) {
    expect(drawn(ask, () => 3)).toBe("<b>3</b>");
    expect(drawn(ask, () => undefined)).toBe("<b>unknown</b>");
  }
});

test("a refusal is thrown, for the boundary above; what a page can do without is unknown instead, or nothing", () => {
  expect(() => drawn(useQuery, refused)).toThrow("refused");
  expect(drawn(useQueryIfPossible, refused)).toBe("<b>unknown</b>");
  expect(drawn(useQueryOrNull, refused)).toBe("<b>nothing</b>");
});

test("a question that is left out asks nothing", () => {
  for (const ask of [useQuery, useQueryIfPossible, useQueryOrNull])
    expect(drawn(ask, refused, "skip")).toBe("<b>unknown</b>");
});
