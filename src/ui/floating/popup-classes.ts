import { cn } from "../cn";

/** Surface of everything that floats: menus, selects, popovers. */
export const popupClasses = cn(
  "rounded-lg border border-line bg-raised p-1 text-base text-ink shadow-float outline-none",
  "origin-(--transform-origin) transition-[opacity,translate]",
  "data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0",
);

/** One row of a menu or a select. */
export const optionClasses = cn(
  "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 outline-none select-none pointer-coarse:min-h-11",
  "data-highlighted:bg-hover data-disabled:text-muted data-disabled:opacity-60",
  "[&_svg]:size-4 [&_svg]:shrink-0",
);

/** The small dark note of a tooltip. */
export const tooltipClasses = cn(
  "max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-float",
  "transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0",
);
