/** What can be done on the page somebody is on, told by the page, so that the command palette can offer it too. */

import { useEffect, useRef } from "react";

/** One thing a page can do. Only what the person may do now is offered. */
export interface PageCommand {
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  /** Other words somebody may look for it by. */
  readonly words?: readonly string[];
  readonly run: () => void;
}

/** The commands of a page and what they are about, "REQ-142". */
export interface PageCommands {
  readonly about: string;
  readonly commands: readonly PageCommand[];
}

type Offer = () => PageCommands | null;

/** The pages that offer something, the innermost last: there is one, but for the moment between two. */
const pageOffers: Offer[] = [];
/** What offers something whatever page is shown. */
const lastingOffers: Offer[] = [];

/** Offers what can be done on this page while it is shown; null while nothing is known yet. */
export function usePageCommands(commands: PageCommands | null): void {
  useOffered(pageOffers, commands);
}

/** Offers on every page what can be done for as long as something lasts, such as looking through somebody's eyes. */
export function useLastingCommands(commands: PageCommands | null): void {
  useOffered(lastingOffers, commands);
}

function useOffered(offers: Offer[], commands: PageCommands | null): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const offer = () => latest.current;
    offers.push(offer);
    return () => void offers.splice(offers.indexOf(offer), 1);
  }, [offers]);
}

/** What the present page offers right now. */
export function pageCommandsNow(): PageCommands | null {
  return pageOffers.at(-1)?.() ?? null;
}

/** What is offered on every page right now. */
export function lastingCommandsNow(): readonly PageCommands[] {
  return lastingOffers.flatMap((offer) => offer() ?? []);
}
