/** Checks of the password form, in the specified words. */

import { checkNewPassword } from "../../../../contracts/sign-in";

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** The first failing message of each field that fails. */
export type PasswordErrors = Partial<Record<keyof PasswordChange, string>>;

/** Empty when the form may be sent. */
export function checkPasswordChange(form: PasswordChange): PasswordErrors {
  return {
    ...(form.currentPassword === "" ? { currentPassword: "Password is required" } : {}),
    ...checkNewPassword(form),
  };
}
