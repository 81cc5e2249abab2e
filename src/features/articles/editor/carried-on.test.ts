import { expect, test } from "vitest";
import type { Article } from "../../../../convex/core/articles/table";
import { carriedOn } from "./carried-on";

const begun: Article = {
  ...{ title: "Tables", body: "One", topics: ["access"], typeKeys: [], audience: "everyone", reviewAt: 1 },
  ownerId: "ada" as Article["ownerId"],
};

test("what I typed stays mine, and what I left alone is theirs: an article made internal is not opened again", () => {
  const mine: Article = { ...begun, body: "Two", topics: ["access", "data"] };
  const theirs: Article = { ...begun, title: "Views", body: "Three", audience: "agents", reviewAt: 2 };
  expect(carriedOn(begun, mine, theirs)).toEqual({
    ...theirs,
    body: "Two",
    topics: ["access", "data"],
  });
  expect(carriedOn(begun, begun, theirs)).toEqual(theirs);
});
