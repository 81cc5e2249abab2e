import { expect, test } from "vitest";
import {
  authMessage,
  httpFailureMessage,
  isAboutVerification,
  isExpiredTokenCode,
  type AuthErrorCode,
  type AuthFlow,
} from "./auth-errors.ts";

test.each<[AuthErrorCode, string]>([
  ["form_identifier_not_found", "No account found with this email address."],
  ["form_password_incorrect", "Incorrect password. Please try again."],
  ["form_password_pwned", "This password has been found in a data breach. Please choose a different password."],
  ["session_exists", "You are already signed in."],
  ["verification_failed", "Email verification failed. Please check your email and try again."],
  ["verification_expired", "Verification link has expired. Please request a new one."],
  ["verification_already_verified", "This email address has already been verified."],
  ["rate_limit_exceeded", "Too many attempts. Please wait a moment before trying again."],
  ["form_identifier_exists", "An account with this email address already exists."],
  ["form_password_validation_failed", "Password does not meet security requirements."],
  ["clerk_error", "Authentication service error. Please try again."],
  ["network_error", "Network error. Please check your connection and try again."],
])("%s reads: %s", (code, message) => {
  expect(authMessage(code, "sign-in")).toBe(message);
});

test.each<[AuthErrorCode, string]>([
  ["form_identifier_not_found", "Account not found. Please contact your administrator."],
  ["form_password_incorrect", "Invalid credentials. Please contact your administrator for a new invitation."],
  ["rate_limit_exceeded", "Too many attempts. Please wait a moment before trying again."],
])("by link %s reads: %s", (code, message) => {
  expect(authMessage(code, "auto-sign-in")).toBe(message);
});

test("whoever impersonates somebody reads whose account it would be", () => {
  expect(authMessage("impersonating", "other")).toBe(
    "You are impersonating somebody. Stop first: this would change your own account.",
  );
});

test("a link of a corrected address says that it is over, since nobody can request another", () => {
  expect(authMessage("link_invalid", "other")).toBe("This link no longer works. Please request a new one.");
  expect(authMessage("link_invalid", "correction")).toBe(
    "This link no longer works: the change was stopped, confirmed or is over.",
  );
});

test.each<[AuthFlow, string]>([
  ["correction", "An error occurred. Please try again."],
  ["sign-in", "Sign-in failed. Please check your credentials and try again."],
  ["sign-up", "Account creation failed. Please try again."],
  ["verification", "Email verification failed. Please try again."],
  ["other", "An error occurred. Please try again."],
  ["auto-sign-in", "An unexpected error occurred. Please try again or contact your administrator."],
])("an unknown failure of %s reads: %s", (flow, message) => {
  expect(authMessage("unknown", flow)).toBe(message);
});

test("a provider's own words are shown, by link with what failed before them", () => {
  expect(authMessage("unknown", "sign-in", "No such tenant")).toBe("No such tenant");
  expect(authMessage("unknown", "auto-sign-in", "No such tenant")).toBe("Sign-in failed: No such tenant");
  expect(httpFailureMessage(418)).toBe("Request failed with status 418");
});

test("codes of an expired token and messages about verification are recognised", () => {
  expect(["session_expired", "token_invalid"].every(isExpiredTokenCode)).toBe(true);
  expect(["form_password_incorrect", "session_exists", "verification_expired"].some(isExpiredTokenCode)).toBe(false);
  expect(isAboutVerification("Please verify your email")).toBe(true);
  expect(isAboutVerification("Incorrect password")).toBe(false);
});
