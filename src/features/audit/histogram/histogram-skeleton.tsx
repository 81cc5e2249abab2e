import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";

/** As high as the histogram that is on its way, so that the list below it stays where it is. */
export function HistogramSkeleton() {
  return (
    <SkeletonGroup label="Counting the events" className="flex h-35 flex-col gap-2 pointer-coarse:h-38.5">
      <Skeleton className="w-48" />
      <Skeleton className="h-3 w-32" />
      <Skeleton className="mt-1 h-24" />
    </SkeletonGroup>
  );
}
