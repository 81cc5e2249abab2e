import { useRouter } from "@tanstack/react-router";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { cn } from "../ui/cn";
import { titleWhenCut } from "../ui/text/title-when-cut";
import { VisuallyHidden } from "../ui/text/visually-hidden";

/** As long as the router's own links wait. */
const REST_MS = 50;

/**
 * A link to a page by its address. It opens and loads ahead as the router's own links do, without their watch over where
 * the reader is, which a frame of thirty links and a list of fifty pay for at every step: what is current says so itself.
 */
export function PlainLink({ href, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => clearTimeout(timer.current);
  useEffect(() => leave, []);
  const load = (): void => {
    // The router reads the address; its types want a page as well.
    if (rest.target === undefined) void router.preloadRoute({ href, to: "/" }).catch(() => undefined);
  };
  const arrive = (): void => {
    leave();
    timer.current = setTimeout(load, REST_MS);
  };
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (rest.target !== undefined || !isPlainClick(event)) return;
    event.preventDefault();
    leave();
    void router.navigate({ href });
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={theirsFirst(rest.onClick, open)}
      onPointerEnter={theirsFirst(rest.onPointerEnter, arrive)}
      onPointerLeave={theirsFirst(rest.onPointerLeave, leave)}
      onFocus={theirsFirst(rest.onFocus, arrive)}
      onBlur={theirsFirst(rest.onBlur, leave)}
      onTouchStart={theirsFirst(rest.onTouchStart, load)}
    >
      {children}
    </a>
  );
}

/** A row's own page as a real link: middle click and "open in new tab" work. Where it is cut its words are said whole. */
export function RowLink({
  to,
  children,
  className,
  isNewTab = false,
}: {
  to: string;
  children: ReactNode;
  className?: string;
  /** Opens beside what is being written. */
  isNewTab?: boolean;
}) {
  return (
    <PlainLink
      href={to}
      dir="auto"
      onPointerEnter={titleWhenCut}
      {...(isNewTab && { target: "_blank" })}
      className={
        className
          ? cn("rounded-sm", className)
          : "rounded-sm font-medium text-ink hover:text-accent-text hover:underline"
      }
    >
      {children}
      {isNewTab ? <VisuallyHidden> (opens in a new tab)</VisuallyHidden> : null}
    </PlainLink>
  );
}

/** What whoever made the link does comes first, and may prevent the rest. */
function theirsFirst<Event>(theirs: ((event: Event) => void) | undefined, ours: (event: Event) => void) {
  return (event: Event): void => {
    theirs?.(event);
    ours(event);
  };
}

/** Whether the browser would open it right here. */
function isPlainClick({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
