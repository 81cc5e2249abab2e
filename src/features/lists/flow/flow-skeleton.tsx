import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";

/** As high as the charts that are on their way, so that the list below them stays where it is. */
export function FlowSkeleton() {
  return (
    <>
      {[0, 1].map((chart) => (
        <SkeletonGroup
          key={chart}
          label="Counting the requests"
          className="flex h-35 flex-col gap-2 pointer-coarse:h-38.5"
        >
          <Skeleton className="w-48" />
          <Skeleton className="h-3 w-32" />
          <Skeleton className="mt-1 h-24" />
        </SkeletonGroup>
      ))}
    </>
  );
}
