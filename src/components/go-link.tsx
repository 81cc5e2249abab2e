import { useRouter } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";

/**
 * A link to a page named by data, with path, query and anchor as they were written: what the router's types cannot
 * know.
 */
export function GoLink({ to, onClick, children, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  const router = useRouter();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    // A new tab or window is the browser's business.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    void router.navigate({ href: to });
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
