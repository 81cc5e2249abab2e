import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Elements } from "./elements";
import { piecesOf, placeOf } from "./pieces";

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
/** The text on a page with links. */
const Page = ({ text }: { text: string }) =>
  RouterContextProvider({ router, children: createElement(Elements, { text, level: 2 }) });

/** A text as it is drawn, without classes. */
function drawn(text: string): string {
  const html = renderToStaticMarkup(createElement(Page, { text }));
  return html.replaceAll(/ (?:class|dir|data-[a-z]+)="[^"]*"/g, "").replaceAll(/<svg.*?<\/svg>/g, "");
}

describe("marks are drawn", () => {
  test.each([
    ["**late** and _wrong_", "<p><strong>late</strong> and <em>wrong</em></p>"],
    ["- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"],
    ["3. three", '<ol start="3">\n<li>three</li>\n</ol>'],
    ["```sql\nSELECT *\n```", "<pre><code>SELECT *\n</code></pre>"],
    ["`a_b`", "<p><code>a_b</code></p>"],
    ["> said", "<blockquote>\n<p>said</p>\n</blockquote>"],
    ["# A\n### B", "<h2>A</h2>\n<h2>B</h2>"],
    ["one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>"],
    ["<div>\n*a*\n</div>", "<p>&lt;div&gt;\n<em>a</em>\n&lt;/div&gt;</p>"],
    ['a <i title="*b*">', "<p>a &lt;i title=&quot;<em>b</em>&quot;&gt;</p>"],
    [
      "| Role | Rows |\n|:-|-:|\n| `A \\| B` | **12** |\n| C |",
      '<div role="region" aria-label="Table" tabindex="0"><table>' +
        '<thead><tr><th style="text-align:left">Role</th><th style="text-align:right">Rows</th></tr></thead>' +
        '<tbody><tr><td style="text-align:left"><code>A | B</code></td><td style="text-align:right"><strong>12</strong></td></tr>' +
        '<tr><td style="text-align:left">C</td><td style="text-align:right"></td></tr></tbody></table></div>',
    ],
    ["a | b, no table", "<p>a | b, no table</p>"],
    ["a\n---\nb", "<p>a</p>\n<hr/>\n<p>b</p>"],
  ])("%j", (text, html) => {
    expect(drawn(text).replaceAll("\n<", "<").replaceAll(">\n", ">")).toBe(
      `<div>${html.replaceAll("\n<", "<").replaceAll(">\n", ">")}</div>`,
    );
  });

  test("a line break between marked words is kept, one between paragraphs is not doubled", () => {
    expect(drawn("**a**\n**b**")).toContain("<strong>a</strong>\n<strong>b</strong>");
    expect(drawn("- a\n\n- b")).not.toMatch(/<li>\n/);
  });
});

describe("addresses and numbers are links", () => {
  test.each([
    ["see REQ-12.", [{ text: "see " }, { text: "REQ-12", to: "/requests/REQ-12" }, { text: "." }]],
    [
      "TKT-3, IDEA-4",
      [{ text: "TKT-3", to: "/support/TKT-3" }, { text: ", " }, { text: "IDEA-4", to: "/feedback/IDEA-4" }],
    ],
    [
      "(https://a.example/b?c=1).",
      [{ text: "(" }, { text: "https://a.example/b?c=1", href: "https://a.example/b?c=1" }, { text: ")." }],
    ],
    ["PRE-REQ-12 REQ-12a xTKT-1", [{ text: "PRE-REQ-12 REQ-12a xTKT-1" }]],
    ["https:// alone", [{ text: "https:// alone" }]],
  ])("%j", (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  test("in code they are code", () => {
    expect(drawn("`REQ-12 https://a.example`")).toBe("<div><p><code>REQ-12 https://a.example</code></p></div>");
  });

  test("an address that says where it leads does not say it twice", () => {
    expect(drawn("https://a.example/b")).not.toContain("(a.example)");
    expect(drawn("[here](https://a.example/b)")).toContain("(a.example)");
  });

  test("a page of the portal is one of its own, with search and place", () => {
    expect(placeOf("/requests?status=open#top")).toEqual({ to: "/requests?status=open#top" });
    expect(placeOf("mailto:help@a.example")).toEqual({ href: "mailto:help@a.example", host: "help@a.example" });
  });
});
