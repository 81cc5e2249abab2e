import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { refusalText } from "../../../components/refusal-words";
import { formatDateTime } from "../../../lib/dates";
import { buttonClasses } from "../../../ui/button-classes";
import { type Column, DataTable } from "../../../ui/list/data-table";
import { Card, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type Restorable, useRestorable } from "./api";

/** Whoever was removed and can still be brought back, with the day it ends. */
export function RemovedPeople() {
  const rows = useRestorable();
  return (
    <Card aria-labelledby="removed-people" className="overflow-hidden">
      <CardHeader
        id="removed-people"
        title="Can still be restored"
        description="A super admin can bring them back until the day shown, as suspended staff. Their sign-in is deleted 30 days after they were removed; from then on they can be invited again."
      />
      {rows === undefined ? (
        <ListSkeleton label="Loading who was removed" className="max-h-60 overflow-hidden" />
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nobody was removed in the last 30 days">
          People you remove are listed here for as long as they can be restored.
        </EmptyState>
      ) : (
        <DataTable
          label="People who can still be restored"
          columns={COLUMNS}
          rows={rows.map((row) => ({ ...row, id: row.personId }))}
          nameOf={({ name }) => name}
        />
      )}
    </Card>
  );
}

const COLUMNS: Column<Restorable & { readonly id: string }>[] = [
  {
    key: "name",
    heading: "Person",
    className: "min-w-44 @max-2xl/rows:w-full",
    cell: ({ name, email }) => (
      <span className="flex flex-col">
        <span className="font-medium wrap-anywhere text-ink">{name}</span>
        <span className="text-sm wrap-anywhere text-muted">{email}</span>
      </span>
    ),
  },
  {
    key: "removed",
    heading: "Removed",
    cardLabel: "Removed",
    cell: ({ removedAt }) => <RelativeTime at={removedAt} />,
  },
  {
    key: "until",
    heading: "Restorable until",
    cardLabel: "Restorable until",
    cell: ({ until }) => <span className="text-ink-soft">{formatDateTime(until)}</span>,
  },
  {
    key: "actions",
    heading: "Actions",
    isHeadingHidden: true,
    cell: ({ personId, name, whyNot, requestKey }) => (
      <span className="flex flex-wrap items-center justify-end gap-2 @max-2xl/rows:justify-start">
        {requestKey === null ? null : (
          <GoLink
            to={pathTo("story", { id: requestKey })}
            className={buttonClasses({ variant: "ghost", size: "sm" })}
            aria-label={`Certificate of removing ${name}`}
          >
            Certificate
          </GoLink>
        )}
        {whyNot === null ? (
          <GoLink
            to={pathTo("person", { personId })}
            className={buttonClasses({ variant: "outline", size: "sm" })}
            aria-label={`Restore ${name}`}
          >
            Restore
          </GoLink>
        ) : (
          <span className="text-sm wrap-anywhere text-muted">{refusalText(whyNot)}</span>
        )}
      </span>
    ),
  },
];
