import { expect, test } from "vitest";
import { type WithMeta, originOf } from "./origin";

type Meta = NonNullable<WithMeta["meta"]>;
const backendThat = (getRequestMetadata: () => Promise<unknown>) => ({ getRequestMetadata }) as unknown as Meta; // only this call of it is asked

test("an action is written down without an origin where the backend cannot tell one", async () => {
  expect(await originOf({})).toBeUndefined();
  expect(await originOf({ meta: backendThat(() => Promise.reject(new Error("older"))) })).toBeUndefined();
  expect(await originOf({ meta: backendThat(() => Promise.resolve(null)) })).toBeUndefined();
});

test("a backend is asked once for all events of a function", async () => {
  let asked = 0;
  const meta = backendThat(() => {
    asked += 1;
    return Promise.resolve({ ip: "192.0.2.1", userAgent: null, requestId: "r1", scheduledFunctionId: null });
  });
  const first = await originOf({ meta });
  expect(await originOf({ meta })).toEqual(first);
  expect([first, asked]).toEqual([{ ip: "192.0.2.1", requestId: "r1" }, 1]);
});
