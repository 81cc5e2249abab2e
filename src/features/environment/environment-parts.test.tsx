import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SECOND_MS } from "../../../convex/lib/pure/time";
import { Clock } from "./clock";
import { Secrets } from "./secrets";

test("a clock that is off is a warning with a sign, and one in step is neither", () => {
  const shown = (aheadMs: number) => renderToStaticMarkup(<Clock clock={{ aheadMs, exactToMs: 0 }} />);
  expect(shown(90 * SECOND_MS)).toMatch(/text-warning.*<svg/);
  expect(shown(0)).not.toMatch(/text-warning|<svg/);
  expect(renderToStaticMarkup(<Clock clock={null} />)).toBe("Not known");
});

test("a secret that is set says since when it has its value, one that is not says so alone", () => {
  const since = Date.parse("2026-05-01T09:00:00Z");
  const html = renderToStaticMarkup(
    <Secrets
      secrets={[
        { name: "SMTP_PASSWORD", since },
        { name: "SNOWFLAKE_PRIVATE_KEY", since: null },
      ]}
    />,
  );
  expect(html.match(/<time[^>]*>/gi)).toHaveLength(1);
  expect(html).toContain('dateTime="2026-05-01T09:00:00.000Z"');
  expect(html.replaceAll(/<[^>]+>/g, " ")).toMatch(/SMTP_PASSWORD.* Set .*SNOWFLAKE_PRIVATE_KEY.* Not set/);
});
