/** What tasks do to the portal's own sign-in: the server carries it out in its store, and reads back what is there. */

import type { BuiltInFacts } from "../contract/manifest.ts";

export const facts = {
  label: "Portal sign-in",
  tasks: {
    disable_sign_in: { title: "Disable the portal sign-in", operation: "disable", account: "disabled" },
    delete_sign_in: { title: "Delete the portal sign-in", operation: "delete", account: "dropped" },
    enable_sign_in: { title: "Enable the portal sign-in", operation: "enable" },
  },
} as const satisfies BuiltInFacts;
