import { Link } from "@tanstack/react-router";
import { STATUS_LABELS } from "../../../../convex/core/people/rules/listed";
import type { PersonSort } from "../../../../convex/core/people/table";
import { Found } from "../../../components/found/found";
import { TIME_COLUMN } from "../../../components/listing/column-looks";
import type { QueueColumn } from "../../../components/listing/shown-columns";
import type { Column } from "../../../ui/list/data-table";
import { Nothing } from "../../../ui/text/nothing";
import { RelativeTime } from "../../../ui/text/relative-time";
import { titleWhenCut } from "../../../ui/text/title-when-cut";
import type { PersonRow } from "./api";
import { PersonStatusBadge } from "./badges";
import { rolesText, systemsText } from "./user-words";

/** The columns of the list, by which two of them can be sorted. The cells stay what they are, so no row is drawn again. */
export function userColumns(sort: PersonSort, onSort: (sort: PersonSort) => void): QueueColumn<PersonRow>[] {
  const heads: Readonly<Record<string, Column<PersonRow>["sort"]>> = {
    person: { direction: sort === "name" ? "ascending" : null, onSort: () => onSort("name") },
    seen: {
      direction: sort === "seen" ? "descending" : sort === "unseen" ? "ascending" : null,
      onSort: () => onSort(sort === "seen" ? "unseen" : "seen"),
    },
  };
  return columns.map((column) => ({ ...column, sort: heads[column.key] }));
}

const columns: readonly QueueColumn<PersonRow>[] = [
  {
    key: "person",
    heading: "Person",
    className: "w-1/3 max-w-0 min-w-60 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0",
    cell: (row) => <PersonName row={row} />,
    csv: [
      { heading: "Name", value: ({ name }) => name },
      { heading: "Email", value: ({ email }) => email },
    ],
  },
  {
    key: "status",
    heading: "Status",
    cell: ({ status }) => <PersonStatusBadge status={status} />,
    csv: [{ heading: "Status", value: ({ status }) => STATUS_LABELS[status] }],
  },
  {
    key: "roles",
    heading: "Roles",
    className: "max-w-44 truncate text-ink-soft @max-2xl/rows:max-w-full",
    cell: ({ roles }) => rolesText(roles),
    csv: [{ heading: "Roles", value: ({ roles }) => rolesText(roles) }],
  },
  {
    key: "area",
    heading: "Business area",
    className: "max-w-44 truncate text-ink-soft",
    cardLabel: "Area",
    cell: ({ area }) => area ?? <Nothing />,
    csv: [{ heading: "Business area", value: ({ area }) => area }],
  },
  {
    key: "seen",
    heading: "Last seen",
    className: TIME_COLUMN,
    cardLabel: "Seen",
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? "Never" : <RelativeTime at={lastSeenAt} />),
    csv: [{ heading: "Last seen", value: ({ lastSeenAt }) => (lastSeenAt === null ? null : new Date(lastSeenAt)) }],
  },
  {
    key: "accounts",
    heading: "Known accounts",
    className: "max-w-64 truncate text-ink-soft @max-2xl/rows:max-w-full @max-2xl/rows:whitespace-normal",
    cardLabel: "Accounts",
    cell: ({ systems }) =>
      systems.length > 0 ? (
        <span
          onPointerEnter={titleWhenCut}
          className="block truncate @max-2xl/rows:inline @max-2xl/rows:whitespace-normal"
        >
          {systemsText(systems)}
        </span>
      ) : (
        <span className="text-muted">None known</span>
      ),
    csv: [{ heading: "Known accounts", value: ({ systems }) => systemsText(systems) }],
  },
];

/** The columns that are shown until somebody chooses others: all of them. */
export const USUAL_COLUMNS = columns.map(({ key }) => key);

/** The name opens the details, beside the list: the address names the person, so the link can be sent on. */
function PersonName({ row: { id, name, email } }: { row: PersonRow }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2 @max-2xl/rows:flex-col @max-2xl/rows:gap-0">
      <Link
        to="."
        search={(before: object) => ({ ...before, person: id }) as never}
        resetScroll={false}
        dir="auto"
        onPointerEnter={titleWhenCut}
        className="max-w-full min-w-0 shrink-0 truncate rounded-sm font-medium text-ink hover:text-accent-text hover:underline"
      >
        <Found text={name} />
      </Link>
      <span className="max-w-full min-w-0 truncate text-muted" onPointerEnter={titleWhenCut}>
        <Found text={email} />
      </span>
    </span>
  );
}
