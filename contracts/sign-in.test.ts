import { describe, expect, test } from "vitest";
import {
  checkNewPassword,
  checkSignIn,
  checkSignUp,
  normalizeEmail,
  whyNotEmail,
  whyNotNewPassword,
  whyNotSignUpEmail,
} from "./sign-in.ts";

const form = { firstName: "Ada", lastName: "Byron", email: "ada@ao.com", password: "Password1" };

test.each([
  ["ada@ao.com", null],
  ["  ADA@ao.com ", null],
  ["ada", "Please enter a valid email address"],
  ["ada@ao", "Please enter a valid email address"],
  ["ada byron@ao.com", "Please enter a valid email address"],
  ["", "Please enter a valid email address"],
  [`${"x".repeat(250)}@ao.com`, "Please enter a valid email address"],
])("the address %j: %s", (email, message) => {
  expect(whyNotEmail(email)).toBe(message);
});

test("addresses are compared trimmed and in lower case", () => {
  expect(normalizeEmail("  Ada@AO.com ")).toBe("ada@ao.com");
});

test.each([
  ["Passw1", "Password must be at least 8 characters long"],
  ["password1", "Password must contain at least one uppercase letter"],
  ["PASSWORD1", "Password must contain at least one lowercase letter"],
  ["Passwords", "Password must contain at least one number"],
  ["Password1", null],
  [`Aa1${"x".repeat(126)}`, "Password must be at most 128 characters long"],
])("the new password %j: %s", (password, message) => {
  expect(whyNotNewPassword(password)).toBe(message);
});

describe("forms", () => {
  test("signing in only asks for a password, signing up for a good one", () => {
    expect(checkSignIn({ email: "ada@ao.com", password: "x" })).toEqual({});
    expect(checkSignIn({ email: "", password: "" })).toEqual({
      email: "Please enter a valid email address",
      password: "Password is required",
    });
    expect(checkSignUp(form)).toEqual({});
  });

  test.each([
    [{ firstName: " " }, { firstName: "First name is required" }],
    [{ lastName: "" }, { lastName: "Last name is required" }],
    [{ firstName: "x".repeat(50) }, {}],
    [{ firstName: "x".repeat(51) }, { firstName: "First name must be less than 50 characters" }],
  ])("signing up with %o: %o", (change, errors) => {
    expect(checkSignUp({ ...form, ...change })).toEqual(errors);
  });

  test("a new password is entered twice alike", () => {
    expect(checkNewPassword({ newPassword: "Password1", confirmation: "Password1" })).toEqual({});
    expect(checkNewPassword({ newPassword: "Password1", confirmation: "Password2" })).toEqual({
      confirmation: "Passwords do not match",
    });
  });
});

test("only the company's addresses and listed test addresses may sign up", () => {
  const policy = { companyDomain: "ao.com", testAddresses: ["probe@example.com"] };
  expect(whyNotSignUpEmail("ADA@ao.com", policy)).toBeNull();
  expect(whyNotSignUpEmail("probe@example.com", policy)).toBeNull();
  expect(whyNotSignUpEmail("ada@evil-ao.com", policy)).toBe("Email must be @ao.com domain");
});
