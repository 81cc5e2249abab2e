import { expect, test } from "vitest";
import { connectionFrom } from "./connection";

const never = { isWebSocketConnected: false, hasEverConnected: false, connectionRetries: 0 };

test("the first attempt is connecting, every later one reconnecting", () => {
  expect(connectionFrom(never, true)).toBe("connecting");
  expect(connectionFrom({ ...never, connectionRetries: 2 }, true)).toBe("reconnecting");
  expect(connectionFrom({ ...never, hasEverConnected: true }, true)).toBe("reconnecting");
});

test("a browser without a network is offline, unless the socket proves otherwise", () => {
  expect(connectionFrom({ ...never, hasEverConnected: true }, false)).toBe("offline");
  expect(connectionFrom({ ...never, isWebSocketConnected: true }, false)).toBe("connected");
});
