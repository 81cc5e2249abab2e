import { describe, expect, test } from "vitest";
import { parseCreateTicketSearch } from "../search";
import { withError } from "./error-draft";

const error = "E-23E45678";

describe("an error that is reported", () => {
  test("fills in an empty form with its reference and page", () => {
    expect(withError({ body: "" }, { error, page: "/requests" })).toEqual({
      title: "An error on /requests",
      body: "What I was doing:\n\nError reference: 23E45678\nPage: /requests",
      topic: "portal",
    });
    expect(withError({ body: "" }, { error })).toMatchObject({ title: "An error in the portal" });
    expect(withError({ body: "" }, {})).toEqual({});
  });

  test("is added to a draft once, whose words stay", () => {
    const draft = { title: "It broke", body: "I pressed Send.\n", topic: "data" } as const;
    const once = { ...draft, ...withError(draft, { error, page: "/" }) };
    expect(once).toEqual({
      title: "It broke",
      body: "I pressed Send.\n\nError reference: 23E45678\nPage: /",
      topic: "data",
    });
    expect(withError(once, { error, page: "/" })).toEqual({});
  });

  test("hands on no query, no foreign address and nothing that is not a reference", () => {
    const page = (address: string) => parseCreateTicketSearch({ error, page: address }).page;
    expect(page("/requests/REQ-1")).toBe("/requests/REQ-1");
    for (const address of ["/a?token=s3cret", "/a#s3cret", "https://evil.example", "/a b", `/${"a".repeat(200)}`])
      expect(page(address)).toBeUndefined();
    for (const one of ["23E45678", "E-23E4567", "E-<script>", "E-0OIL0OIL", 7])
      expect(parseCreateTicketSearch({ error: one, page: "/", related: "REQ-1" })).toEqual({ related: "REQ-1" });
  });
});
