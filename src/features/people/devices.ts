/** What a session is recognised by, and the order of the list of sessions. */

// Order matters: Edge and Opera also say Chrome, Chrome also says Safari.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

// Order matters here too: Android says Linux, an iPhone says Mac OS X.
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Chrome on Windows": what a person recognises a session by; "Unknown device" when the header says nothing known. */
export function deviceName(userAgent: string | null | undefined): string {
  const browser = firstMatch(browsers, userAgent ?? "");
  const system = firstMatch(systems, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

function firstMatch(table: typeof browsers, text: string): string | null {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Whether a session came from a phone or tablet, for its icon. */
export function isHandheld(userAgent: string | null | undefined): boolean {
  return /\biPhone\b|\biPad\b|\bAndroid\b/.test(userAgent ?? "");
}

/** Sessions as a list shows them: this one first, then the most recently used. */
export function sortedSessions<Row extends { readonly isCurrent: boolean; readonly lastSeenAt: number }>(
  rows: readonly Row[],
): Row[] {
  return rows.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt - a.lastSeenAt);
}
