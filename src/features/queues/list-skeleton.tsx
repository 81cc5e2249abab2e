import { Skeleton, SkeletonGroup } from "../../ui/skeleton";

/** The list before its first rows. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col">
      {Array.from({ length: 10 }, (_, row) => (
        <div key={row} className="flex h-10 items-center gap-4 border-b border-line px-4 last:border-b-0">
          <Skeleton className="w-4" />
          <Skeleton className="w-2/5" />
          <Skeleton className="w-24" />
          <Skeleton className="w-1/5 max-sm:hidden" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
