/** What the log makes of what is thrown: not everything that is caught is an error. */

import { expect, test } from "vitest";
import { createLog } from "./log.ts";

/** What a line holds of `err`. */
function logged(err: unknown): unknown {
  let line = "";
  createLog("info", { write: (text) => void (line += text) }).error({ err }, "it failed");
  return (JSON.parse(line) as { err: unknown }).err;
}

test("an error is told with its kind, message and stack; anything else that was thrown as it is", () => {
  expect(logged(new TypeError("no such thing"))).toMatchObject({
    type: "TypeError",
    message: "no such thing",
    stack: expect.stringContaining("log.test.ts:") as string,
  });
  expect(logged("a text")).toBe("a text");
  expect(logged({ code: 7 })).toEqual({ code: 7 });
  expect([logged(null), logged(undefined), logged(0)]).toEqual([null, undefined, 0]);
});
