/** The one door of the list of people to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import type { HistoryPlace } from "../../../components/history-pages";
import { type Count, useCounted } from "../../../components/listing/counting";
import type { SavedViewsProps } from "../../../components/views/saved-views";
import { viewCommandsOf } from "../../../components/views/view-commands";
import { useQuery } from "../../../lib/use-query";

const { queries } = api.people;

export type PeoplePage = FunctionReturnType<typeof queries.list>;
/** One line of the list. */
export type PersonRow = PeoplePage["rows"][number];
/** What the list is narrowed by. */
export type PersonFilter = FunctionArgs<typeof queries.list>["filter"];
/** Page, order and size. */
export type PageArgs = Omit<FunctionArgs<typeof queries.list>, "filter">;
/** One person in full. */
export type PersonPage = NonNullable<FunctionReturnType<typeof queries.get>>;

/** One page of people, live; undefined until it is there. */
export function usePeoplePage(filter: PersonFilter, page: PageArgs): PeoplePage | undefined {
  return useQuery(queries.list, { filter, ...page });
}

/** How many people match, counted once per filter and again when `turn` changes. */
export function useCount(filter: PersonFilter, turn: number): Count | undefined {
  return useCounted(useCountOnce(), filter, turn);
}

/** Counts how many people a filter lets through, when asked. */
export function useCountOnce() {
  const client = useConvex();
  return useCallback((filter: PersonFilter) => client.query(queries.count, { filter }), [client]);
}

/** The saved views of the list, live. */
export function useViews() {
  return useQuery(api.views.queries.list, { screen: "people" });
}

type ViewId = NonNullable<ReturnType<typeof useViews>>["views"][number]["id"];

/** What can be done with them. */
export function useViewCommands(): SavedViewsProps<ViewId>["commands"] {
  const { save, remove, setDefault } = api.views.mutations;
  return viewCommandsOf("people", {
    save: useMutation(save),
    remove: useMutation(remove),
    setDefault: useMutation(setDefault),
  });
}

/** One person in full, live; null when there is nobody behind the id. */
export function usePerson(personId: string): PersonPage | null | undefined {
  return useQuery(queries.get, { personId });
}

/** The pages of a list one after the other, for a file. */
export function usePages() {
  const client = useConvex();
  return (filter: PersonFilter, sort: PageArgs["sort"], after: string | undefined) =>
    client.query(queries.list, { filter, sort, size: 200, after });
}

/** One page of what the audit trail holds about a person, as far as the viewer may know, live. */
export function usePersonHistory(id: string, after: HistoryPlace | null) {
  return useQuery(api.audit.queries.ofObject, { type: "person", id, ...(after === null ? {} : { after }) });
}

/** What the viewer may do to a person, with the reasons why not, live. */
export function useMoves(personId: string) {
  return useQuery(queries.moves, { personId });
}

/** What may be done to a person. */
export type Moves = NonNullable<ReturnType<typeof useMoves>>;

/** What is done to a person by somebody else. */
export function usePersonCommands() {
  const { suspend, restore, changeRoles, setDates, correctName, sendResetLink, unlock, endSessions } =
    api.people.mutations;
  return {
    suspend: useMutation(suspend),
    restore: useMutation(restore),
    changeRoles: useMutation(changeRoles),
    setDates: useMutation(setDates),
    correctName: useMutation(correctName),
    correctEmail: useMutation(api.emails.mutations.correct),
    stopCorrection: useMutation(api.emails.mutations.stop),
    sendResetLink: useMutation(sendResetLink),
    unlock: useMutation(unlock),
    endSessions: useMutation(endSessions),
  };
}

/** The correction of somebody's address that runs, live; null where none does. */
export function useEmailCorrection(personId: string) {
  return useQuery(api.emails.queries.ofPerson, { personId });
}
