import { expect, test } from "vitest";
import { declaredNamesIn } from "./declared-names.ts";

const namesIn = (text: string) => declaredNamesIn({ path: "a.ts", text });

test("values, types and parameters are named by who declares them", () => {
  expect(
    namesIn("interface A {}\ntype B = A;\nfunction c(d: B) {\n  for (const e of d) use(e);\n}\nclass F {}"),
  ).toEqual(["A", "B", "c", "d", "e", "F"].map((name) => ({ name, isProperty: false })));
});

test("a constant has the name it would have as a variable", () => {
  expect(namesIn("const MAX_SHOWN = 1;")).toEqual([{ name: "maxShown", isProperty: false }]);
});

test("keys of objects and of their types are properties, also where they are taken out under their own name", () => {
  expect(namesIn("type A = { b?: 1; c(): void };").slice(1)).toEqual([
    { name: "b", isProperty: true },
    { name: "c", isProperty: true },
  ]);
  expect(namesIn("({ a: 1, b })")).toEqual([
    { name: "a", isProperty: true },
    { name: "b", isProperty: true },
  ]);
  expect(namesIn("const { a, b: c } = d;")).toEqual([
    { name: "a", isProperty: true },
    { name: "c", isProperty: false },
  ]);
});

test("what is only used, imported or quoted is named elsewhere", () => {
  expect(namesIn('import { a } from "b";\nuse(a.c, "const d = 1"); // const e = 2')).toEqual([]);
});
