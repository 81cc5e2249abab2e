/** The pickers' one door to the backend: what forms and filters of every feature choose from. */

import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";

/** An active person as pickers show them. */
export type FoundPerson = FunctionReturnType<typeof api.people.queries.search>[number];
export type PersonId = FoundPerson["id"];
/** A business area as pickers show it. */
export type ListedArea = FunctionReturnType<typeof api.people.queries.areas>[number];
/** A data domain as pickers show it. */
export type ListedDomain = FunctionReturnType<typeof api.domains.queries.list>[number];

/** Active people by words of their name or address; without words the first by name, with null nobody. */
export function usePeopleSearch(text: string | null): readonly FoundPerson[] | undefined {
  return useQuery(api.people.queries.search, text === null ? "skip" : { text: text.trim() });
}

/** The people behind ids; unknown ones are missing. Nothing is asked without ids. */
export function usePeople(ids: readonly string[]): readonly FoundPerson[] | undefined {
  return useQuery(api.people.queries.byIds, ids.length === 0 ? "skip" : { ids: [...new Set(ids)] });
}

/** What hangs on somebody, live; only those who may remove people may ask. */
export function useHangingOn(personId: string) {
  return useQuery(api.removals.queries.hanging, { personId });
}

/** Every business area. */
export function useAreas(): readonly ListedArea[] | undefined {
  return useQuery(api.people.queries.areas, {});
}

/** Every domain that can be asked for. */
export function useDomains(): readonly ListedDomain[] | undefined {
  return useQuery(api.domains.queries.list, {});
}

/** Something with a number that texts can name. */
export interface NamedThing {
  readonly key: string;
  readonly title: string;
}

/** Of each kind, and so few that all fit beside what is written. */
const MOST_NAMED = 3;

/** Asks for requests, tickets and ideas by number or words: those somebody finds in the palette. */
export function useFindNamed(): (text: string) => Promise<readonly NamedThing[]> {
  const client = useConvex();
  return useCallback(
    async (text) => {
      const { requests, tickets, ideas } = await client.query(api.search.queries.find, { text });
      const found = [requests, tickets, ideas].flatMap((kind): readonly NamedThing[] => kind.slice(0, MOST_NAMED));
      return found;
    },
    [client],
  );
}

/** Asks whom an internal note of a ticket can mention: the names of those who read it. */
export function useFindNoteReaders(): (ticket: string, text: string) => Promise<readonly string[]> {
  const client = useConvex();
  return useCallback(
    async (key, text) => await client.query(api.ticketReplies.queries.mentionable, { key, text }),
    [client],
  );
}
