import { expect, test } from "vitest";
import { whyClosed } from "./closed-words";

const viewing = { mode: "view", name: "Sam Taylor" } as const;
const acting = { mode: "act", name: "Sam Taylor" } as const;

test("whoever lacks a role reads who holds it and who can grant it", () => {
  expect(whyClosed("environment.read", null)).toBe("It is open to super admins. A super admin can grant you the role.");
});

test("whoever impersonates somebody reads what that has to do with it, and is offered no role", () => {
  expect(whyClosed("requests.create", viewing)).toBe(
    "You are only viewing the portal as Sam Taylor. Act for them to open it.",
  );
  expect(whyClosed("people.invite", viewing)).toBe(
    "Nobody can open it while they impersonate somebody. Stop viewing as Sam Taylor first.",
  );
  expect(whyClosed("people.invite", acting)).toBe(
    "Nobody can open it while they impersonate somebody. Stop acting as Sam Taylor first.",
  );
  expect(whyClosed("people.readAll", viewing)).toBe(
    "You see what Sam Taylor sees. It is open to admins and governance.",
  );
});
