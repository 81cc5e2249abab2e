import type { QueueSort } from "../../../convex/core/shared/table";
import { Select } from "../../ui/form/select";
import type { SelectOption } from "../../ui/form/select-body";

const ORDERS: readonly SelectOption<QueueSort>[] = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "updated", label: "Last updated" },
  { value: "due", label: "Due soonest" },
];

/** The order of a list of requests or tasks. */
export function OrderSelect({ order, onOrder }: { order: QueueSort; onOrder: (order: QueueSort) => void }) {
  return (
    <Select
      aria-label="Order"
      className="w-36 max-sm:min-w-28 max-sm:flex-1"
      options={ORDERS}
      value={order}
      onValueChange={onOrder}
    />
  );
}
