import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SHIPPED_TYPES } from "../../../../convex/core/catalog/types/index";
import { TYPES, TypeTitle } from "../../../components/kinds/type-icon";

const headOf = (typeKey: string) => renderToStaticMarkup(<TypeTitle typeKey={typeKey}>Read Cloud cost</TypeTitle>);

test("every request type that ships has an icon of its own, and the head of its pages shows it before the title", () => {
  const shipped = Object.keys(SHIPPED_TYPES);
  expect(shipped.filter((key) => !Object.hasOwn(TYPES, key))).toEqual([]);
  expect(new Set(shipped.map((key) => TYPES[key]?.Icon)).size).toBe(shipped.length);
  for (const key of shipped) {
    const html = headOf(key);
    expect(html.indexOf(`data-type="${key}"`), key).toBeGreaterThan(0);
    expect(html.indexOf(`data-type="${key}"`), key).toBeLessThan(html.indexOf("Read Cloud cost"));
    expect(html, key).toContain('aria-hidden="true"');
  }
});

test("a type of another version has the plain icon, whatever its name", () => {
  for (const key of ["of-another-version", "constructor", ""]) expect(headOf(key)).toContain("lucide-file-text");
});
