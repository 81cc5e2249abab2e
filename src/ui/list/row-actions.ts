/**
 * Commands of a row that stay out of sight until somebody goes for the row: by pointer, by keyboard, or while a menu of
 * theirs is open. The row is a `group/row`. Without a pointer that can hover they are always there, and in a narrow window,
 * whose rows are cards: what is out of sight would leave a gap.
 */
export const rowActionClasses =
  "lg:pointer-fine:opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 has-data-popup-open:opacity-100 print:hidden";
