import { cn } from "../../ui/cn";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";

const ROWS = 40;

/** The list before its first rows: its head, and as many rows as it may be high. */
export function ListSkeleton({ label, className }: { label: string; className?: string }) {
  return (
    <SkeletonGroup label={label} className={cn("@container/rows min-h-0 overflow-hidden", className)}>
      <div className="h-8 border-b border-line bg-sunken @max-2xl/rows:hidden" />
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className="flex h-10 items-center gap-4 border-b border-line px-4 @max-2xl/rows:h-36">
          <Skeleton className="w-4 @max-2xl/rows:mt-3 @max-2xl/rows:self-start" />
          <Skeleton className="w-2/5" />
          <Skeleton className="w-24" />
          <Skeleton className="w-1/5 @max-2xl/rows:hidden" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
