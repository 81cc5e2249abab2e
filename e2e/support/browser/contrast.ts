/**
 * Contrast of texts, by axe. What decides it is the look of a text: its colour, its size, and what is painted behind it.
 * The hundreds of texts of a page share a few dozen looks and all pages a few hundred, so each look is measured once, in
 * the first page, theme and width that shows it. Measuring every text again took a third of the pages' processor time.
 */

import type * as AxeCore from "axe-core";
import type { Page } from "playwright-core";

/** Vitest evaluates modules again for every file: what lives as long as the worker hangs on its globals. */
const kept = globalThis as typeof globalThis & { passedLooks?: Set<string> };
/** Looks that axe has passed. */
const passed = (kept.passedLooks ??= new Set());

/** What axe says of the looks a page shows for the first time. */
interface Measured {
  readonly lines: readonly string[];
  readonly passed: readonly string[];
}

/** Texts of the page, as it stands, that stand out too little: a line each. The page has axe already. */
export async function faintTexts(page: Page): Promise<readonly string[]> {
  const measured = await page.evaluate(measureNewLooks, [...passed]);
  for (const look of measured.passed) passed.add(look);
  return measured.lines;
}

/** Has axe measure the looks that are not among these. Runs in the page, so all it needs is inside. */
async function measureNewLooks(known: readonly string[]): Promise<Measured> {
  /** Texts of one look that axe is given: it passes none that it cannot see, behind a header that sticks, say. */
  const textsOfLook = 3;
  const { axe } = globalThis as unknown as { readonly axe: typeof AxeCore };
  const lookOf = new Map<Element, string>();

  const isText = (element: Element): boolean =>
    element.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  // What axe leaves out, too: what nobody sees, and what is disabled.
  const isSeen = (element: Element): boolean => {
    const { width, height, bottom, right } = element.getBoundingClientRect();
    const isOnPage = bottom + scrollY > 0 && right + scrollX > 0;
    return width > 1 && height > 1 && isOnPage && element.checkVisibility({ visibilityProperty: true });
  };
  const isDisabled = (element: Element): boolean => element.closest(":disabled, [aria-disabled=true]") !== null;

  /** What tells a link from the text around it. */
  const aroundLink = (link: Element): string[] => {
    let block = link.parentElement;
    while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
    if (!block) return [];
    const { color, fontSize, fontWeight } = getComputedStyle(block);
    const { textDecorationLine, borderBottomStyle } = getComputedStyle(link);
    return [textDecorationLine, borderBottomStyle, color, fontSize, fontWeight];
  };

  /** Null for a text that may lie above something else than its ancestors: its look says too little. */
  const look = (element: Element): string | null => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const parts = [color, fontSize, fontWeight, textShadow, ...(element.matches("a") ? aroundLink(element) : [])];
    let isCovered = false;
    for (let above: Element | null = element; above; above = above.parentElement) {
      const style = getComputedStyle(above);
      const { backgroundColor, backgroundImage, position, transform } = style;
      if (!isCovered) {
        if (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none")
          parts.push(backgroundColor, backgroundImage);
        isCovered = backgroundColor !== "transparent" && !/^rgba\(| \/ /.test(backgroundColor);
        if (!isCovered && (["absolute", "fixed", "sticky"].includes(position) || transform !== "none")) return null;
      }
      // What is behind something that lets light through counts again.
      if (style.opacity !== "1" || style.filter !== "none" || style.mixBlendMode !== "normal") {
        parts.push(style.opacity, style.filter, style.mixBlendMode);
        isCovered = false;
      }
    }
    return parts.join(" ");
  };

  const isKnown = new Set(known);
  const timesMet = new Map<string, number>();
  for (const element of document.body.querySelectorAll("*")) {
    if (!isText(element) || !isSeen(element) || isDisabled(element)) continue;
    const itsLook = look(element);
    const times = itsLook === null ? 0 : (timesMet.get(itsLook) ?? 0);
    if (itsLook !== null) timesMet.set(itsLook, times + 1);
    if (times < textsOfLook && (itsLook === null || !isKnown.has(itsLook))) lookOf.set(element, itsLook ?? "");
  }
  if (lookOf.size === 0) return { lines: [], passed: [] };

  const found = await axe.run(
    { include: [...lookOf.keys()] },
    {
      runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
      resultTypes: ["violations", "passes"],
      elementRef: true,
      preload: false,
    },
  );
  const nodesOf = (results: readonly AxeCore.Result[]) => results.flatMap(({ nodes }) => nodes);
  const looksOf = (results: readonly AxeCore.Result[]) =>
    nodesOf(results).flatMap(({ element }) => (element && lookOf.get(element)) || []);
  const refused = new Set(looksOf(found.violations));
  return {
    lines: nodesOf(found.violations).map(
      ({ target, failureSummary }) => `${target.join(" ")}\n  ${failureSummary ?? ""}`,
    ),
    passed: looksOf(found.passes.filter(({ id }) => id === "color-contrast")).filter((one) => !refused.has(one)),
  };
}
