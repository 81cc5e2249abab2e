import { afterEach, expect, test } from "vitest";
import { wallClock } from "../../../../convex/lib/pure/zones";
import { rendered } from "../../../components/kinds/rendered.testing";
import { setReadersClock } from "../../../lib/readers-clock";
import type { Notice } from "../api";
import { NoticeRow } from "./notice-row";
import { group, item } from "./notices.testing";

afterEach(() => setReadersClock(null));

const nothing = () => undefined;

function rowOf(...items: Notice[]): Promise<string> {
  return rendered(
    <ul>
      <NoticeRow
        group={group(items)}
        tab="inbox"
        progress="new"
        isSelected={false}
        onSelect={nothing}
        commands={{} as never}
        mayChange={false}
        onLeave={nothing}
        onActed={nothing}
      />
    </ul>,
  );
}

test("a notice says when right beside the key of its request, and a deadline is never cut on a phone", async () => {
  const body = "Requested by Sam Taylor. Step: Manager or business area. Decide by 02/12/2026, 14:00.";
  const html = await rowOf(item({ body }));
  expect(html.replaceAll(/<(?!time)[^>]+>/g, "")).toMatch(/REQ-142<time/);
  expect(html).toContain("line-clamp-3 text-sm break-words sm:line-clamp-2");
});

test("a deadline that was sent in UTC is said by the reader's own clock, wherever it stands", async () => {
  setReadersClock({ zone: "Asia/Tokyo", ...wallClock("Asia/Tokyo") });
  const [sent, read] = ["02/12/2026 22:00 UTC", "03/12/2026, 07:00 GMT+9"];
  const alone = await rowOf(item({ said: `Ends ${sent}`, body: `Decide by ${sent}`, settled: `Was due ${sent}` }));
  expect(alone).toContain(`Ends ${read}`);
  expect(alone).toContain(`Decide by ${read}`);
  expect(alone).toContain(`Was due ${read}`);
  const several = await rowOf(
    item({ said: `Ends ${sent}` }),
    item({ id: "n2" as Notice["id"], kind: "request.changed", said: "Changed", settled: `Was due ${sent}` }),
  );
  expect(several).toContain(`Ends ${read}`);
  expect(several).toContain(`Was due ${read}`);
});
