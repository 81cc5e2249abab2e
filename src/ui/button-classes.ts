import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

/** The look of a button, for buttons and for links that act as one. */
export const buttonClasses = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border",
    "font-medium whitespace-nowrap select-none no-underline transition-colors pointer-coarse:min-h-11",
    "aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55",
    "aria-busy:cursor-progress aria-busy:opacity-85",
    "[&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        default: "border-transparent bg-accent text-accent-ink not-aria-disabled:hover:bg-accent-hover",
        secondary: "border-transparent bg-pressed text-ink not-aria-disabled:hover:bg-fill",
        outline: "border-line-strong bg-surface text-ink not-aria-disabled:hover:bg-hover",
        ghost: "border-transparent text-ink-soft not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink",
        /** Leads to a confirmation; only the confirmation itself is filled. */
        destructiveOutline: "border-line-strong bg-surface text-danger not-aria-disabled:hover:bg-danger-wash",
        destructive: "border-transparent bg-danger-solid text-danger-ink not-aria-disabled:hover:bg-danger-solid-hover",
      },
      size: {
        sm: "h-7 px-2.5 text-sm",
        md: "h-8 px-3 text-base",
        lg: "h-10 px-4 text-base",
        icon: "size-8 pointer-coarse:min-w-11",
        iconSm: "size-7 pointer-coarse:min-w-11",
      },
    },
    defaultVariants: { variant: "default", size: "md" },
  },
);

/** Variant and size of a button. */
type ButtonLook = VariantProps<typeof buttonClasses>;

/** A button whose words have no room on a phone: a square. */
export const iconOnPhone = "max-sm:w-8 max-sm:px-0 max-sm:pointer-coarse:w-11";
/** A button whose words have no room in a narrow window: a square; the words themselves are `wordsWhenWide`. */
export const iconWhenNarrow = "max-2xl:w-8 max-2xl:px-0 max-2xl:pointer-coarse:w-11";
/** The words of such a button: heard, and seen where there is room. */
export const wordsWhenWide = "max-2xl:sr-only";

/** A button; `busyLabel` replaces its words while work runs, `disabledReason` says why it cannot be used. */
export type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    busy?: boolean;
    busyLabel?: string;
    /** A sentence; when present the button stays focusable, refuses the click and explains itself. */
    disabledReason?: string | null;
  };
