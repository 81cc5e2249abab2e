/** What the sign-in forms accept: pure checks with the specified words, run by the screens and by the server. */

import { whyNotPersonName } from "../convex/lib/pure/text.ts";

export const PASSWORD_MIN_LENGTH = 8;
/** Longer ones are refused before hashing, so that nobody makes the server hash megabytes. */
export const PASSWORD_MAX_LENGTH = 128;
export const EMAIL_MAX_LENGTH = 254;

const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The first failing message of each field that fails; empty when the form may be sent. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export interface SignInForm {
  readonly email: string;
  readonly password: string;
}

export interface SignUpForm extends SignInForm {
  readonly firstName: string;
  readonly lastName: string;
}

/** The address as it is stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function whyNotEmail(email: string): string | null {
  const normalized = normalizeEmail(email);
  const isEmail = EMAIL_SHAPE.test(normalized) && normalized.length <= EMAIL_MAX_LENGTH;
  return isEmail ? null : "Please enter a valid email address";
}

/** Why this cannot become a password; logging in only asks for a non-empty one. */
export function whyNotNewPassword(password: string): string | null {
  if (password.length < PASSWORD_MIN_LENGTH) return "Password must be at least 8 characters long";
  if (password.length > PASSWORD_MAX_LENGTH) return `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`;
  if (!/[A-Z]/.test(password)) return "Password must contain at least one uppercase letter";
  if (!/[a-z]/.test(password)) return "Password must contain at least one lowercase letter";
  if (!/[0-9]/.test(password)) return "Password must contain at least one number";
  return null;
}

export function whyNotName(name: string, label: "First name" | "Last name"): string | null {
  return whyNotPersonName(label, name);
}

/** Whether an address may open an account by itself: the company's domain, or a listed test address. */
export function whyNotSignUpEmail(
  email: string,
  policy: { companyDomain: string; testAddresses: readonly string[] },
): string | null {
  const normalized = normalizeEmail(email);
  const isAllowed = normalized.endsWith(`@${policy.companyDomain}`) || policy.testAddresses.includes(normalized);
  return isAllowed ? null : `Email must be @${policy.companyDomain} domain`;
}

export function checkSignIn(form: SignInForm): FieldErrors<keyof SignInForm> {
  return firstMessages({
    email: whyNotEmail(form.email),
    password: form.password === "" ? "Password is required" : null,
  });
}

export function checkSignUp(form: SignUpForm): FieldErrors<keyof SignUpForm> {
  return firstMessages({
    firstName: whyNotName(form.firstName, "First name"),
    lastName: whyNotName(form.lastName, "Last name"),
    email: whyNotEmail(form.email),
    password: whyNotNewPassword(form.password),
  });
}

/** Both entries of a new password; the second one guards against a slip of the finger. */
export function checkNewPassword(form: {
  newPassword: string;
  confirmation: string;
}): FieldErrors<"newPassword" | "confirmation"> {
  return firstMessages({
    newPassword: whyNotNewPassword(form.newPassword),
    confirmation: form.newPassword === form.confirmation ? null : "Passwords do not match",
  });
}

function firstMessages<Field extends string>(messages: Record<Field, string | null>): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  for (const field of Object.keys(messages) as Field[]) {
    const message = messages[field];
    if (message !== null) errors[field] = message;
  }
  return errors;
}
