import { expect, test } from "vitest";
import { WantedWords } from "../../../components/found/found";
import { rendered } from "../../../components/kinds/rendered.testing";
import type { WaitingRow } from "../api";
import { WaitingTable } from "./waiting-table";

const ROW = {
  approvalId: "a1",
  requestKey: "REQ-7",
  title: "Read Web analytics for Ada Byron",
  target: "WEB_ANALYTICS_READ",
  type: { key: "snowflake-access", name: "Data access" },
  requester: "Ada Byron",
  beneficiary: "Ada Byron",
  reason: "The weekly report needs it",
  capacity: "as manager",
  otherAreaReason: null,
  isHighRisk: false,
  risk: "low",
  expireAt: null,
  isPaused: false,
  whyNotApprove: null,
  ahead: [],
  duration: null,
  sensitivity: null,
  level: null,
};

/** The list with this row, which has only what the list reads. */
async function listOf(row: object, words: readonly string[] = []): Promise<string> {
  const nothing = () => undefined;
  return await rendered(
    <WantedWords value={words}>
      <WaitingTable
        label="Approvals"
        rows={[{ ...ROW, ...row } as unknown as WaitingRow]}
        currentId={null}
        besideId={null}
        selected={new Set()}
        onAction={nothing}
        onSnooze={nothing}
        onSelect={nothing}
        onFocusRow={nothing}
        onLookInto={nothing}
        onLookBeside={nothing}
      />
    </WantedWords>,
  );
}

test("an approval has its role beside its name, before anything else is said of it, and its reason in quotes", async () => {
  const html = await listOf({});
  const said = [">REQ-7<", "Read Web analytics<", "WEB_ANALYTICS_READ", "“The weekly report needs it”"];
  expect(
    said.map((words) => html.replaceAll("<!-- -->", "").indexOf(words)).every((at, n, all) => at > (all[n - 1] ?? 0)),
  ).toBe(true);
  expect(html.match(/WEB_ANALYTICS_READ/g)).toHaveLength(1);
  expect(html).toContain('data-type="snowflake-access"');
});

test("what the search found is marked in key, name, role, reason and person", async () => {
  const marked = async (...words: string[]) =>
    [...(await listOf({ requester: "Bea Stone" }, words)).matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(
      ([, found]) => found,
    );
  expect(await marked()).toEqual([]);
  expect(await marked("req", "web")).toEqual(["REQ", "Web", "WEB"]);
  expect(await marked("report", "ada", "bea")).toEqual(["report", "Ada", "Bea"]);
});

test("chips say for how long, how sensitive, and whether it can be changed; only what asks for care has a picture", async () => {
  const chips = async (row: object) =>
    [
      ...(await listOf({ target: null, ...row })).matchAll(
        /<span class="[^"]*rounded-full border px-2[^"]*">(.*?)<\/span>/g,
      ),
    ].map(([, inside = ""]) => inside.replaceAll(/<svg.*?<\/svg>/g, "!").replaceAll(/<[^>]+>/g, ""));
  expect(await chips({ duration: "90 days", sensitivity: "internal", level: "read" })).toEqual([
    "90 days",
    "Read",
    "Internal",
  ]);
  expect(await chips({ sensitivity: "pii", level: "write" })).toEqual(["!Write", "!Personal data"]);
});

test("a row says in which later step it comes back to its reader, and is looked into beside the list or above it", async () => {
  const html = await listOf({ ahead: ["as owner of Web analytics"] });
  expect(html).toContain("Also asks you as owner of Web analytics");
  expect(await listOf({})).not.toContain("Also asks you");
  expect(html.match(/aria-label="Preview REQ-7"/g)).toHaveLength(2);
});

test("a row that is decided alone has no box but a button that says why, for keys and fingers as well", async () => {
  const html = await listOf({ level: "write" });
  expect(html).not.toContain('role="checkbox"');
  expect(html).toContain('aria-label="Why REQ-7 is decided alone"');
  expect(await listOf({})).toContain('role="checkbox"');
});
