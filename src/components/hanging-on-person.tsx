import { Card, CardBody, CardHeader } from "../ui/page/card";
import { DescriptionList } from "../ui/page/description-list";
import { Skeleton, SkeletonGroup } from "../ui/page/skeleton";
import { useHangingOn } from "./pickers/api";
import { QueryBoundary } from "./query-boundary";

interface HangingProps {
  /** Of whom access is to end; null while nobody is chosen. */
  readonly personId: string | null;
  /** What becomes of it, in a sentence. */
  readonly then: string;
}

/** What hangs on somebody whose access is to end. Only for those who may remove people: the server tells nobody else. */
export function HangingOnPerson({ personId, then }: HangingProps) {
  return (
    <Card aria-labelledby="hanging-on">
      <CardHeader id="hanging-on" title="What depends on them" />
      <CardBody>
        {personId === null ? (
          <p className="text-sm text-muted">Choose the user to see what depends on them.</p>
        ) : (
          <QueryBoundary title="What depends on them could not be loaded">
            <Lines personId={personId} then={then} />
          </QueryBoundary>
        )}
      </CardBody>
    </Card>
  );
}

function Lines({ personId, then }: { personId: string; then: string }) {
  const found = useHangingOn(personId);
  if (found === undefined)
    return (
      <SkeletonGroup label="Loading what depends on them" className="flex flex-col gap-2">
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
      </SkeletonGroup>
    );
  if (found === null) return <p className="text-sm text-muted">Nobody here has this user.</p>;
  return (
    <>
      <DescriptionList items={found.lines.map(({ field, after }) => ({ term: field, value: after }))} />
      <p className="mt-3 text-sm text-ink-soft">{then}</p>
    </>
  );
}
