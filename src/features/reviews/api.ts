/** The one door of access reviews to the backend. */

import { useConvex, useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery, useQueryIfPossible } from "../../lib/use-query";
import { useMustChangePassword, useViewer } from "../../shell/session";

const { list, get, items } = api.reviews.queries;

/** One review as it is listed. */
export type Review = FunctionReturnType<typeof list>[number];
/** A domain a review can be started of. */
export type ReviewableDomain = FunctionReturnType<typeof api.domains.queries.names>[number];
/** A role a review can be about. */
export type ReviewableRole = FunctionReturnType<typeof api.reviews.queries.roles>[number];
/** One review on its own page. */
export type OpenedReview = NonNullable<FunctionReturnType<typeof get>>;
/** One access in a review. */
export type ReviewItem = FunctionReturnType<typeof items>["page"][number];

/** The first page, which is there at once, and every other one, of the report as well. */
const FIRST_PAGE = 25;
export const ITEMS_PAGE = 50;

/** The reviews somebody answers in or looks after, live. */
export function useReviews(): Review[] | undefined {
  return useQuery(list, {});
}

/** One review, live; null where there is none. */
export function useReview(reviewId: string): OpenedReview | null | undefined {
  return useQuery(get, { reviewId });
}

/** What a review is about, page by page. */
export function useReviewItems(reviewId: string) {
  return usePaginatedQuery(items, { reviewId }, { initialNumItems: FIRST_PAGE });
}

/** As much of it as is there, and how to get more. */
export type ReviewItems = ReturnType<typeof useReviewItems>;

/** The domains a review can be started of; undefined for whoever may not start one, too. */
export function useReviewable(mayStart: boolean) {
  return useQuery(api.domains.queries.names, mayStart ? {} : "skip");
}

/** The roles of a chosen domain a review can be about; undefined while none is chosen or they are on their way. */
export function useReviewableRoles(domainId: ReviewableDomain["id"] | undefined) {
  return useQuery(api.reviews.queries.roles, domainId ? { domainId } : "skip");
}

/** What is done about reviews. */
export function useReviewCommands() {
  return {
    start: useMutation(api.reviews.mutations.start),
    decide: useMutation(api.reviews.mutations.decide),
    passOn: useMutation(api.reviews.mutations.passOn),
    decideTogether: useMutation(api.reviews.mutations.decideTogether),
  };
}

/** A review as a file: written down first, then page by page. */
export function useReviewReport(reviewId: string) {
  const convex = useConvex();
  const exported = useMutation(api.reviews.mutations.exported);
  return {
    note: () => exported({ reviewId }),
    pageAfter: async (cursor: string | undefined) => {
      const paginationOpts = { numItems: ITEMS_PAGE, cursor: cursor ?? null };
      const { page, isDone, continueCursor } = await convex.query(items, { reviewId, paginationOpts });
      return { rows: page, next: isDone ? null : continueCursor };
    },
  };
}

/** How much is the viewer's to decide, live; 0 while it is not known, and where it cannot be. */
export function useUndecided(): number {
  const viewer = useViewer();
  const mustChangePassword = useMustChangePassword();
  const isAsking = !mustChangePassword && viewer?.capabilities.includes("reviews.read") === true;
  return useQueryIfPossible(api.reviews.queries.undecided, isAsking ? {} : "skip") ?? 0;
}
