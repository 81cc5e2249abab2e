/** Stands where a row has no value. In a list that stacks, its whole cell is left out of the card, label and all. */
export function Nothing() {
  return (
    <span data-nothing className="text-muted">
      -
    </span>
  );
}
