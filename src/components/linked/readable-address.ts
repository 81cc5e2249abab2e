/** Pages about one thing: whatever name they were opened by, their address ends up with the one people read. */

import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The path this entry had before its page said its readable one: the same page, so nobody went anywhere. */
    renamedFrom?: string;
  }
}

/** A way as the router tells it. */
interface Way {
  readonly fromLocation?: { readonly pathname: string } | undefined;
  readonly toLocation: { readonly pathname: string; readonly state: { readonly renamedFrom?: string } };
}

/** Whether somebody went to another page, and not only to another part, or another name, of the same. */
export function isOtherPage({ fromLocation, toLocation }: Way): boolean {
  if (!fromLocation || fromLocation.pathname === toLocation.pathname) return false;
  return fromLocation.pathname !== toLocation.state.renamedFrom;
}

/** How an address is renamed: in the place of the one it was opened by. */
interface Renaming {
  readonly search: true;
  readonly hash: true;
  readonly replace: true;
  readonly resetScroll: false;
  readonly state: { readonly renamedFrom: string };
}

interface Opened {
  /** The name the page was opened by, and asks by. */
  readonly name: string;
  /** The name its address has by now. */
  readonly address: string;
}

/**
 * The name a page asks by, and where it says its readable one. The page goes on with the name it was opened by, so that
 * it is not asked for again; `rename` gets what the entry of the history has to say.
 */
export function useReadableAddress(named: string, rename: (address: string, how: Renaming) => void) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [opened, setOpened] = useState<Opened>({ name: named, address: named });
  const current = named === opened.name || named === opened.address ? opened : { name: named, address: named };
  if (current !== opened) setOpened(current);
  const onAddress = (address: string): void => {
    if (address === named) return;
    setOpened({ name: current.name, address });
    rename(address, { search: true, hash: true, replace: true, resetScroll: false, state: { renamedFrom: pathname } });
  };
  return { openedAs: current.name, onAddress };
}

/** Says the readable name of a page once it is known. */
export function useSaidAddress(address: string | undefined, onAddress: (address: string) => void): void {
  const say = useEffectEvent(onAddress);
  useEffect(() => {
    if (address !== undefined) say(address);
  }, [address]);
}
