import { Card } from "../../../ui/page/card";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";

/** The tabs and rows of My Approvals before they are known. */
export function LoadingApprovals() {
  return (
    <SkeletonGroup label="Loading your approvals" className="flex flex-col gap-4">
      <div className="flex h-9 items-center border-b border-line">
        <Skeleton className="w-56" />
      </div>
      <Card className="flex flex-col">
        <div className="px-4 py-3">
          <Skeleton className="h-8 w-72 max-w-full" />
        </div>
        <div className="h-8 border-y border-line bg-sunken" />
        {[0, 1, 2, 3].map((row) => (
          <div
            key={row}
            className="flex h-[58px] flex-col justify-center gap-2 border-b border-line pr-4 pl-14 last:border-b-0"
          >
            <Skeleton className="w-56" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}
