import { Plus, Upload } from "lucide-react";
import { Suspense } from "react";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { type AreaRow, useAreas } from "./api";
import type { AreasSearch } from "./search";

const AreaForm = lazyPart(() => import("./area-form").then((part) => part.AreaForm));
const AreaImport = lazyPart(() => import("./area-import").then((part) => part.AreaImport));

/** Every business area, who decides for it, and the ways to more. */
export function Areas({ search, onSearch }: { search: AreasSearch; onSearch: (search: AreasSearch) => void }) {
  const actions = (
    <>
      <Button variant="outline" onClick={() => onSearch({ open: "import" })}>
        <Upload aria-hidden />
        Import CSV
      </Button>
      <Button onClick={() => onSearch({ open: "new" })}>
        <Plus aria-hidden />
        Add area
      </Button>
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Business Areas"
        context="The parts of the company that own requests and pay for them. The owner decides about their requests; the deputy does when the owner cannot."
        actions={actions}
      />
      <QueryBoundary title="The areas did not load">
        <List search={search} onSearch={onSearch} />
      </QueryBoundary>
    </div>
  );
}

function List({ search: { open }, onSearch }: { search: AreasSearch; onSearch: (search: AreasSearch) => void }) {
  const areas = useAreas();
  const viewer = useViewer();
  const close = (): void => onSearch({});
  const edited = areas?.find(({ id }) => id === open) ?? null;
  if (areas === undefined)
    return (
      <Card>
        <ListSkeleton label="Loading the areas" className="max-h-96 overflow-hidden" />
      </Card>
    );
  return (
    <>
      <Card aria-label="Business areas" className="overflow-hidden">
        {areas.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No business areas yet">
            Every request belongs to one. Add the first manually, or import them all from a CSV file.
          </EmptyState>
        ) : (
          <DataTable
            label="Business areas"
            columns={columnsOf((id) => onSearch({ open: id }))}
            rows={areas}
            nameOf={({ name }) => name}
          />
        )}
      </Card>
      <Suspense fallback={null}>
        {open === "new" || edited ? <AreaForm key={edited?.id ?? "new"} area={edited} onClose={close} /> : null}
        {open === "import" ? <AreaImport ownEmail={viewer?.email ?? ""} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function columnsOf(onEdit: (id: string) => void): Column<AreaRow>[] {
  return [
    {
      key: "name",
      heading: "Area",
      className: "min-w-40 @max-2xl/rows:w-full",
      cell: ({ id, name }) => (
        <button
          type="button"
          className="max-w-full rounded-sm text-left font-medium wrap-anywhere text-ink hover:text-accent-text hover:underline"
          onClick={() => onEdit(id)}
        >
          {name}
        </button>
      ),
    },
    { key: "code", heading: "Code", cell: ({ code }) => <span className="font-mono text-xs text-muted">{code}</span> },
    {
      key: "costCentre",
      heading: "Cost centre",
      cardLabel: "Cost centre",
      cell: ({ costCentre }) => (costCentre === "" ? <span className="text-muted">None</span> : costCentre),
    },
    { key: "owner", heading: "Owner", cardLabel: "Owner", cell: ({ owner }) => <InCharge person={owner} isNeeded /> },
    { key: "deputy", heading: "Deputy", cardLabel: "Deputy", cell: ({ deputy }) => <InCharge person={deputy} /> },
  ];
}

function InCharge({ person, isNeeded = false }: { person: AreaRow["owner"]; isNeeded?: boolean }) {
  if (person === null)
    return isNeeded ? (
      <span className="text-warning">Nobody decides yet</span>
    ) : (
      <span className="text-muted">None</span>
    );
  return (
    <span title={person.email} className="wrap-anywhere text-ink-soft">
      {person.name}
      {person.status === "active" ? null : <span className="text-warning"> ({person.status})</span>}
    </span>
  );
}
