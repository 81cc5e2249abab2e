/** The one door of moving people, and of what they hold afterwards, to the backend. */

import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { moveReview } = api.grants.queries;
const { moves } = api.people.queries;

/** What somebody who was moved holds, to be decided one by one. */
export type ReviewedMove = NonNullable<FunctionReturnType<typeof moveReview>>;

/** The review of somebody who was moved, live; null where none is open. */
export function useMoveReview(personId: string): ReviewedMove | null | undefined {
  return useQuery(moveReview, { personId });
}

/** What somebody who was moved looks after, and what becomes of it. */
export type ReviewedDuties = NonNullable<FunctionReturnType<typeof api.moves.queries.get>>;

/** What is decided about, as it was shown. */
export type Duty =
  | { readonly kind: "domain"; readonly id: ReviewedDuties["domains"][number]["id"]; readonly shownAt: number }
  | { readonly kind: "seat"; readonly id: ReviewedDuties["seats"][number]["id"] };

/** The same, live; null where none is to be seen. */
export function useReviewedDuties(personId: string): ReviewedDuties | null | undefined {
  return useQuery(api.moves.queries.get, { personId });
}

/** What handing on a domain would do and what hangs on it, live; null asks nothing. */
export function useHandOnImpact(wish: FunctionArgs<typeof api.moves.queries.impact> | null) {
  return useQuery(api.moves.queries.impact, wish ?? "skip");
}

/** Where somebody is now, and why they cannot be moved, live. */
export function usePlace(personId: string) {
  return useQuery(moves, { personId });
}

/** What is done about it. */
export function useMoveCommands() {
  return {
    move: useMutation(api.people.mutations.move),
    decide: useMutation(api.grants.mutations.decideMoved),
    decideDuty: useMutation(api.moves.mutations.decide),
  };
}
