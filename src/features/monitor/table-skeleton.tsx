import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";

const rows = ["w-5/6", "w-3/4", "w-4/5", "w-2/3", "w-3/4", "w-5/6"];

/** A log table before its first answer: rows of the same height as the real ones. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col px-4 pb-2">
      {rows.map((width, row) => (
        <div key={row} className="flex h-9 items-center gap-4">
          <Skeleton className="h-3 w-20 shrink-0" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
