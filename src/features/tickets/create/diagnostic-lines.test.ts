import { expect, test } from "vitest";
import { pathTo } from "../../../../convex/site/links";
import { diagnosticLines } from "./diagnostic-lines";

const at = (minute: number): number => Date.UTC(2026, 4, 4, 9, minute);
const browser = { agent: "Firefox 140", language: "en-GB", timeZone: "Europe/London", width: 1440, height: 900 };
const known = { noted: { pages: [], errors: [] }, page: undefined, roles: ["staff"], browser } as const;
const error = { at: at(42), name: "TypeError", message: "x is undefined", path: "/requests", reference: "23E45678" };

test("the lines say where from, who, with what, and what happened, the oldest first", () => {
  const pages = [
    { at: at(41), path: "/requests" },
    { at: at(43), path: "/services" },
    { at: at(44), path: pathTo("createTicket") },
  ];
  const lines = diagnosticLines({ ...known, roles: ["staff", "superAdmin"], noted: { pages, errors: [error] } });
  expect(lines).toEqual([
    "Page: /services",
    "Roles: Staff, Super admin",
    "Browser: Firefox 140",
    "Window: 1440 × 900, language en-GB, time zone Europe/London",
    "04/05/2026 09:41 UTC: opened /requests",
    "04/05/2026 09:42 UTC: TypeError on /requests: x is undefined (reference 23E45678)",
    "04/05/2026 09:43 UTC: opened /services",
  ]);
});

test("the page an error screen names comes before the last that was opened; an error that was not sent has no reference", () => {
  const noted = { pages: [{ at: at(41), path: "/a" }], errors: [{ ...error, reference: null }] };
  const lines = diagnosticLines({ ...known, page: "/b", noted });
  expect(lines[0]).toBe("Page: /b");
  expect(lines.at(-1)).toMatch(/: x is undefined$/);
});

test("no line holds a secret or breaks, and there are at most as many as the server takes", () => {
  const errors = Array.from({ length: 30 }, () => ({
    ...error,
    message: "GET /a?token=s3cret\nfailed with password=hunter2",
  }));
  const pages = Array.from({ length: 30 }, (_, index) => ({ at: at(1), path: `/p${index}` }));
  const lines = diagnosticLines({ ...known, noted: { pages, errors } });
  expect(lines).toHaveLength(34);
  expect(lines.join("\n")).not.toMatch(/s3cret|hunter2/);
  expect(lines.every((line) => !line.includes("\n"))).toBe(true);
});
