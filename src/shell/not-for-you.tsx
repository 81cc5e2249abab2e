import { type PageId, pageOf } from "../../convex/site/pages";
import { Card } from "../ui/page/card";
import { EmptyState } from "../ui/page/empty-state";
import { PageHeader } from "../ui/page/page-header";
import { whyClosed } from "./closed-words";
import { useViewer } from "./session";

/** What somebody sees of a page whose capability they do not hold; apart, since few ever do. */
export function NotForYou({ page }: { page: PageId }) {
  const { title, capability } = pageOf(page);
  const impersonation = useViewer()?.impersonation ?? null;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={title} />
      <Card>
        <EmptyState kind="no-right" title="You cannot see this page">
          {whyClosed(capability, impersonation)}
        </EmptyState>
      </Card>
    </div>
  );
}
