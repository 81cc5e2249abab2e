import { CircleCheck, CircleDashed, Plus, Upload } from "lucide-react";
import { Suspense, useState } from "react";
import { scopeOf } from "../../../convex/access/scope";
import { SENSITIVITY_LABELS } from "../../../convex/core/domains/rules";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { explain, refusalText } from "../../components/refusal-words";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { Badge } from "../../ui/text/badge";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import { toast } from "../../ui/toast/toast";
import { type DomainRow, useDomainCommands, useDomains } from "./api";
import type { DomainsSearch } from "./search";

const DomainForm = lazyPart(() => import("./domain-form").then((part) => part.DomainForm));
const DomainImport = lazyPart(() => import("./domain-import").then((part) => part.DomainImport));

/** Every data domain, who decides about it, and the ways to more. */
export function Domains({ search, onSearch }: { search: DomainsSearch; onSearch: (search: DomainsSearch) => void }) {
  const actions = (
    <>
      <Button variant="outline" onClick={() => onSearch({ open: "import" })}>
        <Upload aria-hidden />
        Import CSV
      </Button>
      <Button onClick={() => onSearch({ open: "new" })}>
        <Plus aria-hidden />
        Add data domain
      </Button>
    </>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Data Domains"
        context="Parts of the data, the people who decide about them, and the roles in Snowflake that open them."
        actions={actions}
      />
      <QueryBoundary title="The data domains did not load">
        <List search={search} onSearch={onSearch} />
      </QueryBoundary>
    </div>
  );
}

function List({ search: { open }, onSearch }: { search: DomainsSearch; onSearch: (search: DomainsSearch) => void }) {
  const domains = useDomains();
  const viewer = useViewer();
  const close = (): void => onSearch({});
  const edited = domains?.find(({ id }) => id === open) ?? null;
  if (domains === undefined)
    return (
      <Card>
        <ListSkeleton label="Loading the data domains" className="max-h-96 overflow-hidden" />
      </Card>
    );
  return (
    <>
      <Card aria-label="Data domains" className="overflow-hidden">
        {domains.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No data domains yet">
            People ask for access to the data of a domain, and its owner decides. Add the first manually, or import them
            all from a CSV file.
          </EmptyState>
        ) : (
          <DataTable
            label="Data domains"
            columns={columnsOf((id) => onSearch({ open: id }))}
            rows={domains}
            nameOf={({ name }) => name}
          />
        )}
      </Card>
      <Suspense fallback={null}>
        {open === "new" || edited ? (
          <DomainForm
            key={edited?.id ?? "new"}
            domain={edited}
            isDraft={!viewer || !scopeOf(viewer, "activeDomains").isAll}
            onClose={close}
          />
        ) : null}
        {open === "import" ? <DomainImport ownEmail={viewer?.email ?? ""} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function columnsOf(onEdit: (id: string) => void): Column<DomainRow>[] {
  return [
    {
      key: "name",
      heading: "Data domain",
      className: "min-w-44 @max-2xl/rows:w-full",
      cell: ({ id, name, description }) => (
        <>
          <button
            type="button"
            className="max-w-full rounded-sm text-left font-medium wrap-anywhere text-ink hover:text-accent-text hover:underline"
            onClick={() => onEdit(id)}
          >
            {name}
          </button>
          {description === "" ? null : (
            <span className="line-clamp-1 text-xs wrap-anywhere text-muted" onPointerEnter={titleWhenCut}>
              {description}
            </span>
          )}
        </>
      ),
    },
    { key: "status", heading: "State", cell: (row) => <State row={row} /> },
    { key: "sensitivity", heading: "Sensitivity", cell: ({ sensitivity }) => SENSITIVITY_LABELS[sensitivity] },
    {
      key: "owners",
      heading: "Owners",
      cardLabel: "Owners",
      cell: ({ owners }) => <Names people={owners} none="Nobody decides yet" isNeeded />,
    },
    {
      key: "deputies",
      heading: "Deputies",
      cardLabel: "Deputies",
      cell: ({ deputies }) => <Names people={deputies} none="None" />,
    },
    {
      key: "roles",
      heading: "Roles",
      cardLabel: "Roles",
      cell: ({ readRoles, writeRoles }) => (
        <span className="font-mono text-xs wrap-anywhere text-muted">
          {[...readRoles, ...writeRoles].join(", ") || "None"}
        </span>
      ),
    },
  ];
}

const STATES: Readonly<Record<DomainRow["status"], string>> = {
  draft: "Draft",
  inReview: "In review",
  active: "Active",
  deprecated: "Deprecated",
  archived: "Archived",
};

function State({ row }: { row: DomainRow }) {
  const { activate } = useDomainCommands();
  const [isBusy, setBusy] = useState(false);
  async function open(): Promise<void> {
    setBusy(true);
    try {
      await activate(row);
      toast.success(`${row.name} can be asked for now`);
    } catch (error) {
      toast.error(`${row.name} was not activated`, { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  const isActive = row.status === "active";
  return (
    <span className="inline-flex items-center gap-2">
      <Badge
        variant={isActive ? "default" : "outline"}
        icon={isActive ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
      >
        {STATES[row.status]}
      </Badge>
      {row.status === "draft" ? (
        <Button
          variant="outline"
          size="sm"
          busy={isBusy}
          busyLabel="Activating"
          disabledReason={refusalText(row.whyNotActivate)}
          aria-label={`Activate ${row.name}`}
          onClick={() => void open()}
        >
          Activate
        </Button>
      ) : null}
    </span>
  );
}

function Names({ people, none, isNeeded = false }: { people: DomainRow["owners"]; none: string; isNeeded?: boolean }) {
  if (people.length === 0) return <span className={isNeeded ? "text-warning" : "text-muted"}>{none}</span>;
  return (
    <span className="wrap-anywhere text-ink-soft">
      {people.map(({ id, name, email, status }, index) => (
        <span key={id} title={email}>
          {index > 0 ? ", " : ""}
          {name}
          {status === "active" ? null : <span className="text-warning"> ({status})</span>}
        </span>
      ))}
    </span>
  );
}
