import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { wallClock } from "../../lib/pure/zones";
import {
  categoriesFor,
  emailModeOf,
  isCriticalKind,
  KINDS,
  nextDigestAt,
  portalPath,
  ruleOf,
  snoozePresets,
  whyNotEmailMode,
  whyNotMute,
  whyNotSnooze,
} from "./rules";
import { CATEGORIES, CATEGORY_NAMES } from "./rules/categories";
import { letter } from "./rules/letter";

describe("a mail", () => {
  const notice = {
    kind: "approval.asked",
    subject: { type: "request", id: "r1", label: "REQ-142 Larger warehouse" },
    title: "Bea approved it",
    to: "/requests/REQ-142",
    because: "You asked for it",
  } as const;
  const mailed = (count: number, more: object = {}) =>
    letter(
      "Ada",
      Array.from({ length: count }, () => ({ ...notice, ...more })),
      "notification",
    );

  test("about one notice is called by it, with the request where the words do not name it", () => {
    expect(mailed(1).subject).toBe("REQ-142 Larger warehouse: Bea approved it");
    expect(mailed(1, { title: "Bea approved REQ-142" }).subject).toBe("Bea approved REQ-142");
    expect(mailed(2).subject).toBe("2 updates in the Data Portal");
  });

  test("says what somebody wrote, where they wrote something", () => {
    expect(mailed(1, { body: "Fine with me" }).text).toContain(
      "Bea approved it\nFine with me\n{portal}/requests/REQ-142",
    );
    expect(mailed(1).text).toContain("Bea approved it\n{portal}/requests/REQ-142");
  });

  test("of a day says what is critical beside whatever else happened to the same [N9]", () => {
    const rows = [{ ...notice, kind: "access.revoked", title: "It was taken from you" }, notice, notice];
    const { text } = letter("Ada", rows, "digest");
    expect(text).toContain("It was taken from you");
    expect(text).toContain("And 1 earlier update.");
  });

  test("holds 25 notices, and counts the rest", () => {
    expect(mailed(25).text).not.toContain("more update");
    expect(mailed(26).text).toContain("And 1 more update:");
    expect(mailed(26).text.split("Why you get this")).toHaveLength(26);
  });
});

const now = new Date(2026, 2, 4, 15, 30).getTime();

describe("[N4] critical kinds", () => {
  test("are those about security, changed access and impersonation", () => {
    expect(Object.keys(KINDS).filter(isCriticalKind)).toEqual([
      "approval.brokeGlass",
      "access.granted",
      "access.reviewed",
      "access.revoked",
      "access.expired",
      "person.rolesChanged",
      "person.dutiesChanged",
      "person.suspended",
      "person.endsSoon",
      "person.sessionsEnded",
      "person.restored",
      "proposal.announced",
      "person.unlocked",
      "person.nameCorrected",
      "person.emailChanged",
      "person.emailCorrecting",
      "security.impersonated",
      "security.impersonationEnded",
    ]);
  });

  test("a kind without a line of its own that speaks of access or security is critical too", () => {
    expect(["access.moved", "security.keyAdded", "grant.moved", "impersonation.started"].map(isCriticalKind)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["comment.liked", "request.renamed", "weather"].map(isCriticalKind)).toEqual([false, false, false]);
  });

  test("are mailed at once whatever was chosen, and cannot be muted", () => {
    expect(emailModeOf("access", { access: "off" })).toBe("now");
    expect(whyNotEmailMode("access", "daily", ["staff"])).toMatchObject({ code: "invalid-input" });
    expect([whyNotEmailMode("access", "now", ["staff"]), whyNotEmailMode("asked", "off", ["staff"])]).toEqual([
      null,
      null,
    ]);
    expect(whyNotMute("access.granted")).toMatchObject({ code: "invalid-input" });
    expect(whyNotMute("comment.added")).toBeNull();
    expect(whyNotMute("k".repeat(61))).toMatchObject({ code: "too-long" });
  });
});

test("every kind says why and belongs to a category, every category has a default", () => {
  for (const kind of Object.keys(KINDS))
    expect(ruleOf(kind)).toMatchObject({
      because: expect.stringMatching(/^[A-Z].+\.$/),
      category: expect.toSatisfy((name: string) => name in CATEGORIES),
    });
  expect(CATEGORY_NAMES.map((name) => emailModeOf(name, {}))).toEqual([
    "now",
    "now",
    "daily",
    "now",
    "daily",
    "now",
    "now",
  ]);
  expect(emailModeOf("conversation", { conversation: "off" })).toBe("off");
});

test("snoozing ends at least five minutes and at most 90 days from now", () => {
  expect(whyNotSnooze(now + 5 * MINUTE_MS, now)).toBeNull();
  for (const until of [now, now - 1, now + 91 * DAY_MS, Number.NaN, Number.POSITIVE_INFINITY])
    expect(whyNotSnooze(until, now)).toMatchObject({ code: "invalid-input" });
});

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

test.each([
  ["a Wednesday", new Date(2026, 2, 4, 15, 30), new Date(2026, 2, 5, 9), new Date(2026, 2, 9, 9)],
  ["a Monday before nine", new Date(2026, 2, 2, 8), new Date(2026, 2, 3, 9), new Date(2026, 2, 9, 9)],
  ["a Sunday at the end of a month", new Date(2026, 4, 31, 23), new Date(2026, 5, 1, 9), new Date(2026, 5, 1, 9)],
])("on %s the presets are three hours, the next morning and the next Monday", (_, today, tomorrow, monday) => {
  const presets = snoozePresets(today.getTime(), wallClock(deviceZone));
  expect(presets.map(({ until }) => until)).toEqual([
    today.getTime() + 3 * HOUR_MS,
    tomorrow.getTime(),
    monday.getTime(),
  ]);
  for (const { until } of presets) expect(whyNotSnooze(until, today.getTime())).toBeNull();
});

test("digests leave at seven UTC, the next one always ahead", () => {
  const seven = Date.UTC(2026, 2, 4, 7);
  expect([seven - 1, seven, seven + HOUR_MS].map((at) => nextDigestAt(at, 7))).toEqual([
    seven,
    seven + DAY_MS,
    seven + DAY_MS,
  ]);
});

test("a notification leads to a page of the portal or to the inbox, never elsewhere", () => {
  expect(portalPath("/requests/abc?tab=history")).toBe("/requests/abc?tab=history");
  for (const to of [
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "",
    "/a b",
    "requests/abc",
  ])
    expect(portalPath(to)).toBe("/notifications");
});

describe("categories", () => {
  test("of running the portal are for those who run it, all others for everybody", () => {
    const everybodys = ["asked", "requests", "conversation", "support", "feedback", "access"];
    for (const role of ["governance", "finops"] as const) expect(categoriesFor(["staff", role])).toEqual(everybodys);
    for (const role of ["admin", "superAdmin"] as const) expect(categoriesFor(["staff", role])).toEqual(CATEGORY_NAMES);
  });

  test("that somebody can never get are refused as a choice", () => {
    expect(whyNotEmailMode("operations", "off", ["staff"])).toMatchObject({ code: "invalid-input" });
    expect(whyNotEmailMode("operations", "off", ["staff", "admin"])).toBeNull();
  });
});
