import { ListTree, Plus, Upload, UserPlus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { scopeOf } from "../../../convex/access/scope";
import { DOMAIN_FILE_SUBJECT } from "../../../convex/core/proposals/rules";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { Line } from "../../components/page-lines";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { OpenProposal } from "../../components/second-person/proposals";
import { useAuth, useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { MoreButton } from "../../ui/list/more-button";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { useDomainLevel, useUnmanned } from "./api";
import { DomainSearch } from "./domain-search";
import { DomainTree } from "./domain-tree";
import type { DomainsSearch } from "./search";

const DomainForm = lazyPart(() => import("./domain-form").then((part) => part.DomainForm));
const AssignDialog = lazyPart(() => import("./assign-dialog").then((part) => part.AssignDialog));
const DomainImport = lazyPart(() => import("./domain-import").then((part) => part.DomainImport));

const DbtOwners = lazyPart(() => import("./catalogue/dbt-owners").then((part) => part.DbtOwners));

/** How many more lines a click brings, and how many there are at most. */
const MORE = 50;
const MOST = 500;

/** Every data domain, who decides about it, and the ways to more. */
export function Domains({ search, onSearch }: { search: DomainsSearch; onSearch: (search: DomainsSearch) => void }) {
  const actions = (
    <>
      <Button variant="outline" onClick={() => onSearch({ open: "assign" })}>
        <ListTree aria-hidden />
        Assign by name
      </Button>
      <Button variant="outline" onClick={() => onSearch({ open: "import" })}>
        <Upload aria-hidden />
        Import CSV
      </Button>
      <Button variant="outline" onClick={() => onSearch({ open: "dbt" })}>
        <UserPlus aria-hidden />
        From dbt
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
  const first = useDomainLevel(null, null);
  const viewer = useViewer();
  const close = (): void => onSearch({});
  const proposals = useProposals(DOMAIN_FILE_SUBJECT);
  const commands = useProposalCommands(useAuth().stepUp);
  if (first === undefined)
    return (
      <Card>
        <ListSkeleton label="Loading the data domains" className="max-h-96 overflow-hidden" />
      </Card>
    );
  return (
    <>
      <OpenProposal proposals={proposals} commands={commands} />
      <Unmanned />
      <Card aria-label="Data domains" className="overflow-hidden">
        {first.rows.length === 0 ? (
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
          <DomainSearch tree={<DomainTree />} />
        )}
      </Card>
      <Suspense fallback={null}>
        {open === "new" ? <DomainForm domain={null} onClose={close} /> : null}
        {open === "assign" ? <AssignDialog onClose={close} /> : null}
        {open === "import" ? <DomainImport ownEmail={viewer?.email ?? ""} onClose={close} /> : null}
        {open === "dbt" ? <DbtOwners onClose={close} /> : null}
      </Suspense>
    </>
  );
}

/** Where nobody decides, or nobody could in their place. */
function Unmanned() {
  const [size, setSize] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const live = useUnmanned(size);
  const [last, setLast] = useState(live);
  // More of them are on their way: those that are there stay.
  if (live !== undefined && live !== last) setLast(live);
  const found = live ?? last;
  if (!found || found.rows.length === 0) return null;
  const { rows, hasMore, total } = found;
  return (
    <Card aria-labelledby="unmanned">
      <CardHeader
        id="unmanned"
        title={`Somebody is missing (${total})`}
        description="Requests for these reach nobody, or only one person."
      />
      <CardBody>
        <ul ref={list} className="flex flex-col">
          {rows.map(({ id, name, lacks }) => (
            <Line key={id} to={pathTo("dataDomain", { domainId: id })} title={name}>
              <span className="text-warning">{lacks}</span>
            </Line>
          ))}
        </ul>
        {hasMore && rows.length < MOST ? (
          <MoreButton
            className="mt-3"
            size="sm"
            variant="outline"
            busy={live === undefined}
            busyLabel="Loading..."
            list={list}
            onMore={() => setSize(Math.min(rows.length + MORE, MOST))}
          >
            Show more
          </MoreButton>
        ) : null}
      </CardBody>
    </Card>
  );
}
