/** Decisions about the front page: which cards a person sees, and in which order. */

import type { Refusal } from "../../../lib/pure/refusal";
import type { HomeCard } from "../table";

/** Where a card stands on a wide screen. On a narrow one the main column comes first. */
export type HomeColumn = "main" | "side";

const COLUMNS: Readonly<Record<HomeCard, HomeColumn>> = {
  openRequests: "main",
  myAccess: "main",
  oversight: "side",
  quickActions: "side",
  services: "side",
  pages: "side",
};

/** Every card, in the order the front page has until a person changes it. */
export const HOME_CARDS = Object.keys(COLUMNS) as HomeCard[];

/** The cards of somebody who never changed anything. The list of pages only says again what the menu says. */
export const DEFAULT_BOARD: readonly HomeCard[] = HOME_CARDS.filter((card) => card !== "pages");

/** The column a card belongs into. */
export function columnOf(card: HomeCard): HomeColumn {
  return COLUMNS[card];
}

/**
 * The cards to show: the person's own choice, and what is pinned for everybody, which keeps its usual place when it was
 * put away.
 */
export function boardOf(saved: readonly HomeCard[] | null, pinned: readonly HomeCard[]): HomeCard[] {
  const own = saved ?? DEFAULT_BOARD;
  const missing = HOME_CARDS.filter((card) => pinned.includes(card) && !own.includes(card));
  return missing.reduce<HomeCard[]>((board, card) => inserted(board, card), [...own]);
}

/** A card joins the board where it usually stands: before the first card that usually comes later. */
export function inserted(board: readonly HomeCard[], card: HomeCard): HomeCard[] {
  if (board.includes(card)) return [...board];
  const usual = HOME_CARDS.indexOf(card);
  const before = board.findIndex((other) => columnOf(other) === columnOf(card) && HOME_CARDS.indexOf(other) > usual);
  return before === -1 ? [...board, card] : board.toSpliced(before, 0, card);
}

/** A card changes places with its neighbour in its column; at the end of the column nothing changes. */
export function moved(board: readonly HomeCard[], card: HomeCard, by: -1 | 1): HomeCard[] {
  const column = board.filter((other) => columnOf(other) === columnOf(card));
  const neighbour = column[column.indexOf(card) + by];
  if (neighbour === undefined || !column.includes(card)) return [...board];
  return board.map((other) => (other === card ? neighbour : other === neighbour ? card : other));
}

/** Why a board cannot be kept, or null: each card at most once. An empty board is allowed. */
export function whyNotBoard(cards: readonly HomeCard[]): Refusal | null {
  return new Set(cards).size === cards.length
    ? null
    : { code: "invalid-input", message: "A card can be on the board only once." };
}

/** Why a card cannot be put away, or null. */
export function whyNotPutAway(card: HomeCard, pinned: readonly HomeCard[]): Refusal | null {
  return pinned.includes(card) ? { code: "invalid-input", message: "An admin pinned this card for everybody." } : null;
}
