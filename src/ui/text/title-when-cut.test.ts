import { expect, test } from "vitest";
import { titleWhenCut } from "./title-when-cut";

/** What the browser would say of a text that takes this much of the room it has. */
function titleOf(width: number, height: number): string {
  const element = {
    scrollWidth: width,
    scrollHeight: height,
    clientWidth: 100,
    clientHeight: 20,
    textContent: "Read Cloud cost",
    title: "of before",
  } as unknown as HTMLElement;
  titleWhenCut({ currentTarget: element });
  return element.title;
}

test("only text that is cut, at its end or below its last line, is said whole by the browser", () => {
  expect(titleOf(101, 20)).toBe("Read Cloud cost");
  expect(titleOf(100, 40)).toBe("Read Cloud cost");
  expect(titleOf(100, 20)).toBe("");
});
