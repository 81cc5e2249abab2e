import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WantedWords } from "../../components/found/found";
import type { RequestRow } from "./api";
import { sortBy } from "./columns";
import { requestColumns } from "./request-columns";

type Step = NonNullable<RequestRow["step"]>;

/** What the column of steps shows of a request at this step, without its markup. */
function shown(step: Pick<Step, "title" | "holder" | "waitingOn">): string {
  const column = requestColumns(sortBy("newest", () => undefined)).find(({ key }) => key === "step");
  // A test builds only what the column reads.
  const row = { step: { isRetrying: false, ...step } } as unknown as RequestRow;
  return renderToStaticMarkup(<>{column?.cell(row)}</>).replaceAll(/<[^>]*>/g, "");
}

test("what the search found of it is marked", () => {
  const column = requestColumns(sortBy("newest", () => undefined)).find(({ key }) => key === "step");
  const row = {
    step: { isRetrying: false, title: "Grant role", holder: "Mia", waitingOn: null },
  } as unknown as RequestRow;
  const html = renderToStaticMarkup(<WantedWords value={["mi", "grant"]}>{column?.cell(row)}</WantedWords>);
  expect([...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, found]) => found)).toEqual(["Mi", "Grant"]);
});

test("who or what a request waits for comes before its step, as it was written", () => {
  expect(shown({ title: "Grant role", holder: "Mia", waitingOn: null })).toBe("Mia · Grant role");
  const waitingOn = "On hold: no budget; ask again in May";
  expect(shown({ title: "Grant role", holder: null, waitingOn })).toBe(`${waitingOn} · Grant role`);
  expect(shown({ title: "Grant role", holder: null, waitingOn: null })).toBe("Grant role");
});
