import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FactList } from "./fact-list";

test("a fact is one line at any width: its label, what is said of it quietly, its value", () => {
  const html = renderToStaticMarkup(<FactList items={[{ term: "Mails to send", note: "first due now", value: 3 }]} />);
  expect(
    html
      .replaceAll(/<[^>]+>/g, "|")
      .split(/\|+/)
      .filter(Boolean),
  ).toEqual(["Mails to send", "first due now", "3"]);
  expect(html).toMatch(/<div class="flex [^"]*justify-between/);
  expect(html).not.toMatch(/flex-wrap|flex-col|grid|@|(?:sm|md|lg):/);
});
