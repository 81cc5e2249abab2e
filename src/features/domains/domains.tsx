import { Plus, Upload } from "lucide-react";
import { Suspense } from "react";
import { scopeOf } from "../../../convex/access/scope";
import { SENSITIVITY_LABELS } from "../../../convex/core/domains/rules";
import { DOMAIN_FILE_SUBJECT } from "../../../convex/core/proposals/rules";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { OpenProposal } from "../../components/second-person/proposals";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import { type DomainRow, useDomains, useProposalCommands, useProposals } from "./api";
import { DomainState, Names } from "./domain-parts";
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
  const proposals = useProposals(DOMAIN_FILE_SUBJECT);
  const commands = useProposalCommands();
  if (domains === undefined)
    return (
      <Card>
        <ListSkeleton label="Loading the data domains" className="max-h-96 overflow-hidden" />
      </Card>
    );
  return (
    <>
      <OpenProposal proposals={proposals} commands={commands} />
      <Card aria-label="Data domains" className="overflow-hidden">
        {domains.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No data domains yet">
            People ask for access to the data of a domain, and its owner decides. Add the first manually, or import them
            all from a CSV file.
            {viewer && scopeOf(viewer, "activeDomains").isAll ? (
              <>
                {" "}
                <RowLink to={PAGES.firstSteps.path}>First steps</RowLink> has the whole way to the first request.
              </>
            ) : null}
          </EmptyState>
        ) : (
          <DataTable label="Data domains" columns={COLUMNS} rows={domains} nameOf={({ name }) => name} />
        )}
      </Card>
      <Suspense fallback={null}>
        {open === "new" ? <DomainForm domain={null} onClose={close} /> : null}
        {open === "import" ? <DomainImport ownEmail={viewer?.email ?? ""} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

const COLUMNS: Column<DomainRow>[] = [
  {
    key: "name",
    heading: "Data domain",
    className: "min-w-44 @max-2xl/rows:w-full",
    cell: ({ id, name, description }) => (
      <>
        <span className="wrap-anywhere">
          <RowLink to={pathTo("dataDomain", { domainId: id })}>{name}</RowLink>
        </span>
        {description === "" ? null : (
          <span className="line-clamp-1 text-xs wrap-anywhere text-muted" onPointerEnter={titleWhenCut}>
            {description}
          </span>
        )}
      </>
    ),
  },
  { key: "status", heading: "State", cell: ({ status }) => <DomainState status={status} /> },
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
    cell: ({ roles }) => (
      <span className="font-mono text-xs wrap-anywhere text-muted">{roles.join(", ") || "None"}</span>
    ),
  },
];
