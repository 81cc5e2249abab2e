import { Card, CardHeader } from "../ui/page/card";
import { Skeleton, SkeletonGroup } from "../ui/page/skeleton";

/** A card while it loads, as high as it will be: its title, and rows in their final height. */
export function CardSkeleton({ title, rows, label }: { title: string; rows: number; label: string }) {
  return (
    <Card>
      <CardHeader title={title} />
      <RowsSkeleton rows={rows} label={label} />
    </Card>
  );
}

/** The rows of a card while they load. */
export function RowsSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <SkeletonGroup label={label} className="border-t border-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
