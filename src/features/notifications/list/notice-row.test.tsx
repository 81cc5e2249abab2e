import { expect, test } from "vitest";
import { rendered } from "../../../components/kinds/rendered.testing";
import { NoticeRow } from "./notice-row";
import { group, item } from "./notices.testing";

test("a notice says when right beside the key of its request, and a deadline is never cut on a phone", async () => {
  const nothing = () => undefined;
  const html = await rendered(
    <ul>
      <NoticeRow
        group={group([item({ body: "Sam Taylor waits for “Manager or business area”; decide by 02/12/2026, 14:00." })])}
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
  expect(html.replaceAll(/<(?!time)[^>]+>/g, "")).toMatch(/REQ-142<time/);
  expect(html).toContain("line-clamp-3 text-sm break-words sm:line-clamp-2");
});
