import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { refusalIn } from "./errors";

test("a refusal is known by what it carries, also in another copy of the class; anything else is none", () => {
  const data = { code: "wrong-state", message: "Too late." };
  const foreign = Object.assign(new Error("Too late."), { [Symbol.for("ConvexError")]: true, data });
  for (const error of [new ConvexError(data), foreign]) expect(refusalIn(error)).toEqual(data);
  const others = [
    Object.assign(new Error("no"), { data }),
    new ConvexError("words"),
    new ConvexError({ code: "x" }),
    null,
  ];
  for (const error of others) expect(refusalIn(error)).toBeNull();
});
