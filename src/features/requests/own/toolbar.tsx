import { listOf, textOf } from "../../../components/listing/address";
import { ExportButton } from "../../../components/listing/export-button";
import { OrderSelect } from "../../../components/listing/order-select";
import { FilterBar } from "../../../ui/list/filter-bar";
import { useNoteExport, useOwnTypes, usePages } from "./api";
import { CSV_COLUMNS } from "./columns";
import { everything, type OwnSearch, ownFilterOf } from "./search";

/** How the address changes: typing replaces, everything else is a place to come back to. */
export type How = "push" | "replace";
/** Changes parts of the address. */
export type Change = (changes: Partial<OwnSearch>, how?: How) => void;

/** Search, filters, order and export of the list. */
export function Toolbar({
  search,
  onSearch,
  change,
  whyNotExport,
}: {
  search: OwnSearch;
  onSearch: (search: OwnSearch, how: How) => void;
  change: Change;
  whyNotExport: string | null;
}) {
  const types = (useOwnTypes() ?? []).map(({ key, name }) => ({ value: key, label: name }));
  const note = useNoteExport();
  const pages = usePages();
  const filter = ownFilterOf(search);
  const sort = search.sort ?? "newest";
  return (
    <FilterBar
      label="Filter my requests"
      search={{
        text: search.q ?? "",
        label: "Search my requests",
        placeholder: "Key, title, type, person or status",
        onChange: (q) => change({ q: q.trim() === "" ? undefined : q }, "replace"),
      }}
      filters={[
        {
          kind: "choices",
          label: "Type",
          options: types,
          chosen: listOf(search.type),
          onChange: (chosen) => change({ type: textOf(chosen) }),
        },
        {
          kind: "days",
          label: "Created",
          from: search.from ?? "",
          to: search.to ?? "",
          onChange: ({ from, to }) => change({ from: from || undefined, to: to || undefined }),
        },
        {
          kind: "flag",
          label: "Overdue",
          isOn: search.overdue === "1",
          onChange: (isOn) => change({ overdue: isOn ? "1" : undefined }),
        },
      ]}
      onClear={() => onSearch({ ...everything(search), ...(search.show ? { show: search.show } : {}) }, "push")}
    >
      <OrderSelect order={sort} onOrder={(next) => change({ sort: next })} />
      <ExportButton
        name="my-requests"
        noun="request"
        columns={CSV_COLUMNS}
        whyNot={whyNotExport}
        note={(columns) => note({ filter, columns })}
        pageAfter={(cursor) => pages(filter, sort, cursor)}
      />
    </FilterBar>
  );
}
