/** Where to go after signing in. An address from a link may only ever lead to a page of this site. */

import { PAGE_IDS, pageOf, PAGES } from "../convex/site/pages.ts";

/** Pages that would lead straight back to signing in, or out again. */
const DEAD_ENDS: readonly string[] = [
  ...PAGE_IDS.map(pageOf).flatMap(({ path, isOutside }) => (isOutside ? [path] : [])),
  "/test",
];
const OWN_ORIGIN = "https://portal.invalid";

/** The path to go to, "/" when the wish is not a page of this site. */
export function safeRedirect(wish: unknown): string {
  // A backslash, a tab or a line break is read as "/" or dropped by browsers: "/\elsewhere" leaves the site.
  if (typeof wish !== "string" || !wish.startsWith("/") || /[\\\u0000-\u001f\u007f]/.test(wish) || wish.length > 2_000)
    return "/";
  if (wish.startsWith("//") || !URL.canParse(wish, OWN_ORIGIN)) return "/";
  const url = new URL(wish, OWN_ORIGIN);
  if (url.origin !== OWN_ORIGIN || url.pathname.startsWith("//")) return "/";
  if (DEAD_ENDS.some((page) => url.pathname === page || url.pathname.startsWith(`${page}/`))) return "/";
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to where somebody was. */
export function signInHref(from: string): string {
  const target = safeRedirect(from);
  return target === PAGES.home.path ? PAGES.signIn.path : `${PAGES.signIn.path}?redirect=${encodeURIComponent(target)}`;
}
