import { expect, test } from "vitest";
import { filesOfIcons, importEachIcon } from "./icons.ts";

const fileOf = (icon: string): string => `lucide-react/icons/${icon.toLowerCase()}`;

test("each icon is imported from its own file, under the name the code uses", () => {
  expect(importEachIcon('import { Check, X as Close } from "lucide-react";\nuse();', fileOf)).toBe(
    'import Check from "lucide-react/icons/check"; import Close from "lucide-react/icons/x";\nuse();',
  );
});

test("an import over several lines is one, too", () => {
  expect(importEachIcon('import {\n  Check,\n  X,\n} from "lucide-react";', fileOf)).toBe(
    'import Check from "lucide-react/icons/check"; import X from "lucide-react/icons/x";',
  );
});

test("types stay with the library", () => {
  expect(importEachIcon('import { Check, type LucideIcon } from "lucide-react";', fileOf)).toBe(
    'import Check from "lucide-react/icons/check"; import { type LucideIcon } from "lucide-react";',
  );
});

test("imports of other libraries stay as they are", () => {
  expect(importEachIcon('import { useState } from "react";', fileOf)).toBe('import { useState } from "react";');
});

test("an icon is found by each of its names", () => {
  const index = "export { default as Check, default as CheckIcon } from './icons/check.mjs';\n";
  expect([...filesOfIcons(index)]).toEqual([
    ["Check", "check"],
    ["CheckIcon", "check"],
  ]);
});
