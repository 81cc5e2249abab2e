/** The pages that are open to who is not signed in: nobody comes back to them after signing in. */

import type { Page } from "./page.ts";

/** See `PAGES`, which they are a part of. */
export const OUTSIDE_PAGES = {
  signIn: { path: "/signin", title: "Sign in", search: ["redirect"], isOutside: true },
  signOut: { path: "/signout", title: "Sign out", words: ["log out", "leave"], isOutside: true },
  autoSignIn: { path: "/auto-signin", title: "Signing in", isOutside: true },
  verificationStatus: { path: "/verification-status", title: "Verify your email", isOutside: true },
  verifyEmail: { path: "/verify-email-address", title: "Verify your email", search: ["token"], isOutside: true },
  forgotPassword: { path: "/forgot-password", title: "Reset your password", isOutside: true },
  invitation: { path: "/invitation", title: "Your invitation", search: ["token"], isOutside: true },
  resetPassword: { path: "/reset-password", title: "Choose a new password", search: ["token"], isOutside: true },
  changeEmail: {
    path: "/change-email-address",
    title: "Your new email address",
    search: ["token"],
    isOutside: true,
  },
  correctEmail: {
    path: "/correct-email-address",
    title: "Your corrected email address",
    search: ["token"],
    isOutside: true,
  },
  keepEmail: { path: "/keep-email-address", title: "Keep your email address", search: ["token"], isOutside: true },
} as const satisfies Record<string, Page>;
