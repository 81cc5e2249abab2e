import { type ReactNode, Suspense, useState } from "react";
import type { DomainStatus } from "../../../convex/core/domains/rules/states";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { HistoryPages } from "../../components/history-pages";
import { NotThere } from "../../components/not-there";
import { Line, Lines } from "../../components/page-lines";
import { QueryBoundary } from "../../components/query-boundary";
import { refusalText } from "../../components/refusal-words";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { EndedProposals, OpenProposal } from "../../components/second-person/proposals";
import { RequestStatusBadge } from "../../components/status/request-status-badge";
import { formatDate } from "../../lib/dates";
import { useAuth, useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { Alert } from "../../ui/page/alert";
import { Card } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Tabs } from "../../ui/page/tabs";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { toast } from "../../ui/toast/toast";
import { type DomainPage, useDomain, useDomainCommands, useDomainHistory } from "./api";
import { Catalogue } from "./catalogue/catalogue";
import { Overview, Roles } from "./domain-overview";
import { DomainState } from "./domain-parts";
import type { DomainTabName } from "./search";
import { STATE_ACTIONS } from "./state-words";

const DomainForm = lazyPart(() => import("./domain-form").then((part) => part.DomainForm));
const StateDialog = lazyPart(() => import("./state-dialog").then((part) => part.StateDialog));

interface Place {
  domainId: string;
  tab: DomainTabName;
  onTab: (tab: DomainTabName) => void;
}

/** One data domain on a page of its own: who decides, what belongs to it, what is asked for and held. */
export function DomainScreen(props: Place) {
  return (
    <QueryBoundary title="The data domain could not be loaded" page="Data Domain">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ domainId, tab, onTab }: Place) {
  const domain = useDomain(domainId);
  const viewer = useViewer();
  // Who is in charge of a domain reads its page; what governance does about it is governance's.
  const isGoverning = viewer?.capabilities.includes("domains.write") ?? false;
  const proposals = useProposals(isGoverning ? domainId : null);
  const commands = useProposalCommands(useAuth().stepUp);
  if (!domain)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Data Domain" />
        {domain === null ? (
          <NotThere title="There is no such data domain" list={isGoverning ? "dataDomains" : "home"}>
            The link is wrong, or you have no part in it. Its owners and data governance see this page.
          </NotThere>
        ) : (
          <SkeletonGroup label="Loading the data domain" className="flex flex-col gap-3">
            <Skeleton className="w-1/2" />
            <Skeleton className="h-40" />
          </SkeletonGroup>
        )}
      </div>
    );
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <Header domain={domain} />
      {isGoverning ? <OpenProposal proposals={proposals} commands={commands} /> : <Waiting domain={domain} />}
      <Tabs
        label={`About ${domain.name}`}
        items={tabsOf(domain, isGoverning ? proposals : null)}
        value={tab}
        onValueChange={onTab}
      />
    </div>
  );
}

/** What waits, for those in charge: governance decides about it. */
function Waiting({ domain }: { domain: DomainPage }) {
  const { withdraw } = useDomainCommands();
  const { isBusy, act } = useAct();
  const { waiting } = domain;
  if (waiting === null) return null;
  async function run(): Promise<void> {
    if (await act("It was not withdrawn", () => withdraw({ domainId: domain.id }))) toast.success("Withdrawn");
  }
  return (
    <Alert meaning="info" title={`${waiting.title}: waiting for data governance`}>
      <span className="flex flex-wrap items-center gap-3">
        It takes effect as soon as somebody who is not in charge of the domain confirms it.
        {waiting.isOwn ? (
          <Button size="sm" variant="outline" busy={isBusy} busyLabel="Withdrawing..." onClick={() => void run()}>
            Withdraw
          </Button>
        ) : null}
      </span>
    </Alert>
  );
}

function tabsOf(domain: DomainPage, proposals: ReturnType<typeof useProposals> | null) {
  const isGoverning = proposals !== null;
  const panel = (value: DomainTabName, label: string, children: ReactNode) => ({
    value,
    label,
    panel: (
      <Card className="mt-3 flex flex-col gap-4 p-4">
        <h2 className="sr-only">{label}</h2>
        {children}
      </Card>
    ),
  });
  const requestPath = (id: string): string | null => (isGoverning ? pathTo("requestAsAdmin", { id }) : null);
  return [
    panel(
      "overview",
      "Overview",
      <>
        <Overview domain={domain} />
        <Catalogue domain={domain} isGoverning={isGoverning} />
      </>,
    ),
    panel("roles", "Roles", <Roles domain={domain} />),
    panel(
      "requests",
      "Open requests",
      <Lines of={domain.requests} none="No open request." more="The list of requests has the rest.">
        {domain.requests.rows.map(({ key, title, status, by }) => (
          <Line key={key} to={requestPath(key)} title={`${key} ${title}`}>
            <span className="text-muted">{by}</span>
            <RequestStatusBadge status={status} />
          </Line>
        ))}
      </Lines>,
    ),
    panel(
      "access",
      "Access",
      <Lines of={domain.grants} none="Nobody holds access through a request." more="Each person's page has the rest.">
        {domain.grants.rows.map(({ id, requestKey, description, code, holder, expiresAt }) => (
          <Line key={id} to={requestPath(requestKey)} title={description} code={code}>
            <span className="text-muted">
              {holder}
              {expiresAt === null ? "" : `, until ${formatDate(expiresAt)}`}
            </span>
          </Line>
        ))}
      </Lines>,
    ),
    ...(proposals === null
      ? []
      : [
          panel(
            "history",
            "History",
            <>
              <EndedProposals proposals={proposals} />
              <HistoryPages key={domain.id} of={domain.id} usePage={useDomainHistory} />
            </>,
          ),
        ]),
  ];
}

function Header({ domain }: { domain: DomainPage }) {
  const [dialog, setDialog] = useState<"form" | DomainStatus | null>(null);
  useTabTitle(domain.name);
  const isArchived = domain.status === "archived";
  const isWaiting = domain.waiting !== null ? "A change to it is already waiting for a second person" : null;
  const close = (): void => setDialog(null);
  return (
    <>
      <PageHeader
        title={domain.name}
        context={
          <span className="flex flex-wrap items-center gap-2 pt-1">
            <DomainState status={domain.status} />
            <span className="font-mono text-xs">{domain.key}</span>
          </span>
        }
        actions={
          <>
            {domain.next.map(({ to, whyNot }) => (
              <Button
                key={to}
                size="sm"
                variant={to === "active" ? "default" : "outline"}
                disabledReason={isWaiting ?? refusalText(whyNot)}
                onClick={() => setDialog(to)}
              >
                {STATE_ACTIONS[to]?.verb ?? "Change"}
              </Button>
            ))}
            <Button
              size="sm"
              variant="outline"
              disabledReason={isArchived ? "An archived data domain can no longer be changed" : null}
              onClick={() => setDialog("form")}
            >
              Change
            </Button>
          </>
        }
      />
      <Suspense fallback={null}>
        {dialog === "form" ? <DomainForm domain={domain} onClose={close} /> : null}
        {dialog !== null && dialog !== "form" ? <StateDialog domain={domain} to={dialog} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
