import { Plus, Upload } from "lucide-react";
import { Suspense } from "react";
import { AREA_FILE_SUBJECT } from "../../../convex/core/proposals/rules";
import { pathTo } from "../../../convex/site/links";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { OpenProposal } from "../../components/second-person/proposals";
import { useAuth, useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { type AreaRow, useAreas } from "./api";
import { InCharge } from "./in-charge";
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
  const proposals = useProposals(AREA_FILE_SUBJECT);
  const commands = useProposalCommands(useAuth().stepUp);
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
      <OpenProposal proposals={proposals} commands={commands} />
      <Card aria-label="Business areas" className="overflow-hidden">
        {areas.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No business areas yet">
            Every request belongs to one. Add the first manually, or import them all from a CSV file.
          </EmptyState>
        ) : (
          <DataTable label="Business areas" columns={COLUMNS} rows={areas} nameOf={({ name }) => name} />
        )}
      </Card>
      <Suspense fallback={null}>
        {open === "new" || edited ? <AreaForm key={edited?.id ?? "new"} area={edited} onClose={close} /> : null}
        {open === "import" ? <AreaImport ownEmail={viewer?.email ?? ""} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

const COLUMNS: Column<AreaRow>[] = [
  {
    key: "name",
    heading: "Area",
    className: "min-w-40 @max-2xl/rows:w-full",
    cell: ({ id, name, mergedInto }) => (
      <span className="wrap-anywhere">
        <RowLink to={pathTo("businessArea", { areaId: id })}>{name}</RowLink>
        {mergedInto === null ? null : <span className="text-muted"> (merged into {mergedInto.name})</span>}
      </span>
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
