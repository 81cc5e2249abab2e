import { Card } from "../../ui/card";
import { DescriptionList } from "../../ui/description-list";
import { EmptyState } from "../../ui/empty-state";
import type { RequestDetail } from "./api";

/** The form as it was sent, in words. */
export function FormLines({ request }: { request: RequestDetail }) {
  if (request.form.length === 0) return <EmptyState kind="nothing-yet" title="Nothing was filled in">The form of this request is empty.</EmptyState>;
  return (
    <Card className="px-4 py-1">
      <DescriptionList items={request.form.map(({ label, value }) => ({ term: label, value: <span dir="auto" className="block whitespace-pre-wrap">{value}</span> }))} />
    </Card>
  );
}
