import { describe, expect, test } from "vitest";
import { deviceName, isHandheld, sortedSessions } from "./devices";

describe("a session's device", () => {
  test.each([
    [
      "Chrome is not mistaken for Safari",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36",
      "Chrome on Windows",
    ],
    [
      "Edge is not mistaken for Chrome",
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
      "Edge on Windows",
    ],
    [
      "an iPhone is not mistaken for a Mac",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Android is not mistaken for Linux",
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Firefox on Linux is named",
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox on Linux",
    ],
    [
      "Safari on a Mac is named",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605 Version/19.0 Safari/605",
      "Safari on macOS",
    ],
    ["a header without a known name says so", "curl/8.5", "Unknown device"],
    ["a missing header says so", null, "Unknown device"],
  ])("%s", (_guarantee, userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  test("phones and tablets are told from computers", () => {
    expect(isHandheld("Mozilla/5.0 (Linux; Android 16)")).toBe(true);
    expect(isHandheld("Mozilla/5.0 (X11; Linux x86_64)")).toBe(false);
  });
});

test("the session in use comes first, the others by last use", () => {
  const rows = [
    { id: "old", isCurrent: false, lastSeenAt: 10 },
    { id: "this", isCurrent: true, lastSeenAt: 20 },
    { id: "new", isCurrent: false, lastSeenAt: 30 },
  ];
  expect(sortedSessions(rows).map((row) => row.id)).toEqual(["this", "new", "old"]);
});
