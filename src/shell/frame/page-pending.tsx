import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";

/** What a page that takes longer than a second shows: heading, line of context, content. */
export function PagePending() {
  return (
    <SkeletonGroup label="Loading page" className="flex flex-col gap-3">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="w-80 max-w-full" />
      <Skeleton className="mt-4 h-40" />
    </SkeletonGroup>
  );
}
