/** The seat somebody chose to hand over; pure, with its cases beside it. */

/** The chosen seat among those that are open; null where none was chosen, "gone" where it is no longer open. */
export function chosenSeat<Seat extends { readonly id: string }>(
  open: readonly Seat[],
  chosen: string | null,
): Seat | "gone" | null {
  return chosen === null ? null : (open.find(({ id }) => id === chosen) ?? "gone");
}
