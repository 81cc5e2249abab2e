/** A link that stands alone in a card: as high as a finger needs where there is no pointer. */
export const cardLinkClasses =
  "inline-flex items-center rounded-sm text-sm leading-6 text-accent-text hover:underline pointer-coarse:min-h-11";
