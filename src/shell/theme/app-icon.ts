/** The icon in the browser's tab: it follows the theme, and wears a dot while something waits unseen. */

import { iconFor, type ResolvedTheme } from "./preference";

let shown: { theme: ResolvedTheme; hasUnseen: boolean } = { theme: "light", hasUnseen: false };

/** Shows the icon with these changes. */
export function showAppIcon(changes: Partial<typeof shown>): void {
  shown = { ...shown, ...changes };
  document.getElementById("app-icon")?.setAttribute("href", iconFor(shown.theme, shown.hasUnseen));
}
