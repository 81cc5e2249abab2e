/** What within formatted words is more than words: addresses, the numbers of things in the portal, marks nobody sees. */

import { pathTo } from "../../../convex/site/links";
import { OUTSIDE_PAGES } from "../../../convex/site/outside";

/** A part of a text; `to` and `href` are never both there. */
export interface Piece {
  readonly text: string;
  /** The page of the portal it leads to. */
  readonly to?: string;
  /** The page outside it leads to. */
  readonly href?: string;
  /** Stands for a mark that would turn the direction of what follows. */
  readonly isHidden?: true;
}

const PAGES = {
  REQ: (id: string) => pathTo("request", { id }),
  TKT: (id: string) => pathTo("ticket", { id }),
  IDEA: (id: string) => pathTo("idea", { id }),
} as const;

const MORE = /https?:\/\/[^\s<>"'`]{1,2000}|(?<![\w-])(REQ|TKT|IDEA)-\d{1,9}(?![\w-])|[\u202A-\u202E\u2066-\u2069]/gu;
/** What stands at the end of a sentence is no part of its address. */
const TRAILING = /[.,;:!?)\]}*_]+$/;

/** A text cut into plain words and what is more than that. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(MORE)) {
    const piece = pieceOf(found[0], found[1]);
    if (!piece) continue;
    if (found.index > at) pieces.push({ text: text.slice(at, found.index) });
    pieces.push(piece);
    at = found.index + (piece.isHidden ? 1 : piece.text.length);
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function pieceOf(found: string, kind: string | undefined): Piece | null {
  if (kind !== undefined) return { text: found, to: PAGES[kind as keyof typeof PAGES](found) }; // one of the three matched
  const mark = found.codePointAt(0) ?? 0;
  if (mark >= 0x2000) return { text: `[U+${mark.toString(16).toUpperCase()}]`, isHidden: true };
  const text = found.replace(TRAILING, "");
  const place = placeOf(text);
  return place && "href" in place ? { text, href: place.href } : null;
}

/** A page of the portal, or one outside with what its reader should see of it before they go. */
export type Place = { readonly to: string } | { readonly href: string; readonly host: string };

/** Judged as an address within a portal that does not exist: what leaves it is outside, however it is spelt. */
const INSIDE = "https://portal.invalid";
/** Pages that do something when they are opened, or would ask for a password. */
const NOWHERE = ["/api", ...Object.values(OUTSIDE_PAGES).map(({ path }) => path)];

/** Where an address of a link leads as the browser would take it; null where it leads nowhere. */
export function placeOf(address: string): Place | null {
  if (/^[/#?]/.test(address)) {
    const url = parsed(address, INSIDE);
    if (url?.origin !== INSIDE) return null;
    const isNowhere = NOWHERE.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`));
    return isNowhere ? null : { to: url.pathname + url.search + url.hash };
  }
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return null;
  const url = parsed(address);
  if (!url || url.username !== "" || url.password !== "") return null;
  return { href: url.href, host: url.protocol === "mailto:" ? url.pathname : url.host };
}

function parsed(address: string, base?: string): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null;
}
