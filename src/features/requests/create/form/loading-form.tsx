import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";

/** The place of a form until its declaration is there. */
export function LoadingForm() {
  return (
    <SkeletonGroup label="Loading the form" className="flex max-w-[42rem] flex-col gap-6">
      <Skeleton className="h-7 w-64" />
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="h-8" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
