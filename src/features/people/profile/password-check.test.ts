import { expect, test } from "vitest";
import { checkPasswordChange } from "./password-check";

const good = { currentPassword: "old", newPassword: "Better1234", confirmation: "Better1234" };

test("a complete change passes", () => {
  expect(checkPasswordChange(good)).toEqual({});
});

test.each([
  ["the current password is required", { currentPassword: "" }, { currentPassword: "Password is required" }],
  [
    "a short password is refused",
    { newPassword: "Ab1", confirmation: "Ab1" },
    { newPassword: "Password must be at least 8 characters long" },
  ],
  [
    "a password needs an uppercase letter",
    { newPassword: "better1234", confirmation: "better1234" },
    { newPassword: "Password must contain at least one uppercase letter" },
  ],
  [
    "a password needs a lowercase letter",
    { newPassword: "BETTER1234", confirmation: "BETTER1234" },
    { newPassword: "Password must contain at least one lowercase letter" },
  ],
  [
    "a password needs a number",
    { newPassword: "BetterBetter", confirmation: "BetterBetter" },
    { newPassword: "Password must contain at least one number" },
  ],
  ["both entries must agree", { confirmation: "Better12345" }, { confirmation: "Passwords do not match" }],
])("%s", (_guarantee, change, errors) => {
  expect(checkPasswordChange({ ...good, ...change })).toEqual(errors);
});
