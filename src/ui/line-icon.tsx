import type { ComponentProps } from "react";

/**
 * An icon of one path, with the look of the library whose icons become these (tools/web/icons.ts). Unseen by a screen
 * reader unless it has a name.
 */
export function lineIcon(lines: string) {
  return function LineIcon(props: ComponentProps<"svg">) {
    return (
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props["aria-label"] === undefined && props["aria-labelledby"] === undefined}
        {...props}
      >
        <path d={lines} />
      </svg>
    );
  };
}
