import { useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { AREA_USED } from "../../../convex/core/areas/rules";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { useAct } from "../../components/form/use-act";
import { HistoryPages } from "../../components/history-pages";
import { NotThere } from "../../components/not-there";
import { Line, Lines } from "../../components/page-lines";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { EndedProposals, OpenProposal } from "../../components/second-person/proposals";
import { RequestStatusBadge } from "../../components/status/request-status-badge";
import { formatDate } from "../../lib/dates";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { lazyPart } from "../../ui/lazy-part";
import { Card } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Tabs } from "../../ui/page/tabs";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { MetaLine } from "../../ui/text/meta-line";
import { toast } from "../../ui/toast/toast";
import { type AreaPage, useArea, useAreaCommands, useAreaHistory } from "./api";
import { whyNotChange, whyNotMerge } from "./area-words";
import { InCharge } from "./in-charge";
import type { AreaTabName } from "./search";

const AreaForm = lazyPart(() => import("./area-form").then((part) => part.AreaForm));
const PointerDialog = lazyPart(() => import("./pointer-dialog").then((part) => part.PointerDialog));

interface Place {
  areaId: string;
  tab: AreaTabName;
  onTab: (tab: AreaTabName) => void;
}

/** One business area on a page of its own: who decides, who belongs to it, what it asks for and what it holds. */
export function AreaScreen(props: Place) {
  return (
    <QueryBoundary title="The area could not be loaded" page="Business Area">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ areaId, tab, onTab }: Place) {
  const area = useArea(areaId);
  const proposals = useProposals(areaId);
  const commands = useProposalCommands(useAuth().stepUp);
  if (!area)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Business Area" />
        {area === null ? (
          <NotThere title="There is no such area" list="businessAreas">
            The link is wrong, or the area was removed.
          </NotThere>
        ) : (
          <SkeletonGroup label="Loading the area" className="flex flex-col gap-3">
            <Skeleton className="w-1/2" />
            <Skeleton className="h-40" />
          </SkeletonGroup>
        )}
      </div>
    );
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <Header area={area} isWaiting={proposals?.some(({ state }) => state === "open") === true} />
      <OpenProposal proposals={proposals} commands={commands} />
      <Tabs label={`About ${area.name}`} items={tabsOf(area, proposals)} value={tab} onValueChange={onTab} />
    </div>
  );
}

function tabsOf(area: AreaPage, proposals: ReturnType<typeof useProposals>) {
  const panel = (title: string, children: ReactNode) => (
    <Card className="mt-3 flex flex-col gap-4 p-4">
      <h2 className="sr-only">{title}</h2>
      {children}
    </Card>
  );
  return [
    { value: "overview" as const, label: "Overview", panel: panel("Overview", <Overview area={area} />) },
    {
      value: "people" as const,
      label: "People",
      panel: panel(
        "People",
        <Lines of={area.people} none="Nobody belongs to it." more="The list of users has the rest.">
          {area.people.rows.map(({ id, name, email, status }) => (
            <Line key={id} to={pathTo("person", { personId: id })} title={name}>
              <span className="text-muted">
                {email}
                {status === "active" ? "" : `, ${status}`}
              </span>
            </Line>
          ))}
        </Lines>,
      ),
    },
    {
      value: "requests" as const,
      label: "Open requests",
      panel: panel(
        "Open requests",
        <Lines of={area.requests} none="No open request." more="The list of requests has the rest.">
          {area.requests.rows.map(({ key, title, status, by }) => (
            <Line key={key} to={pathTo("requestAsAdmin", { id: key })} title={`${key} ${title}`}>
              <span className="text-muted">{by}</span>
              <RequestStatusBadge status={status} />
            </Line>
          ))}
        </Lines>,
      ),
    },
    {
      value: "access" as const,
      label: "Access",
      panel: panel(
        "Access",
        <Lines of={area.grants} none="Its people hold no access." more="Each person's page has the rest.">
          {area.grants.rows.map(({ id, requestKey, description, code, holder, expiresAt }) => (
            <Line key={id} to={pathTo("requestAsAdmin", { id: requestKey })} title={description} code={code}>
              <span className="text-muted">
                {holder}
                {expiresAt === null ? "" : `, until ${formatDate(expiresAt)}`}
              </span>
            </Line>
          ))}
        </Lines>,
      ),
    },
    {
      value: "history" as const,
      label: "History",
      panel: panel(
        "History",
        <>
          <EndedProposals proposals={proposals} />
          <HistoryPages key={area.id} of={area.id} usePage={useAreaHistory} />
        </>,
      ),
    },
  ];
}

const NONE = <span className="text-muted">None</span>;

function Overview({ area }: { area: AreaPage }) {
  return (
    <DescriptionList
      items={[
        { term: "Owner", value: <InCharge person={area.owner} isNeeded /> },
        { term: "Deputy", value: <InCharge person={area.deputy} /> },
        { term: "Default approver", value: <InCharge person={area.approver} /> },
        { term: "Cost centre", value: area.costCentre || NONE },
        {
          term: "Default budget",
          value: area.budget === null ? NONE : `$${area.budget.toLocaleString("en-GB")} a month`,
        },
        ...(area.merged.length === 0
          ? []
          : [
              {
                term: "Stands for",
                value: (
                  <MetaLine>
                    {area.merged.map(({ id, name }) => (
                      <RowLink key={id} to={pathTo("businessArea", { areaId: id })}>
                        {name}
                      </RowLink>
                    ))}
                  </MetaLine>
                ),
              },
            ]),
      ]}
    />
  );
}

function Header({ area, isWaiting }: { area: AreaPage; isWaiting: boolean }) {
  const [dialog, setDialog] = useState<"form" | "pointer" | null>(null);
  useTabTitle(area.name);
  const isMerged = area.mergedInto !== null;
  const close = (): void => setDialog(null);
  return (
    <>
      <PageHeader
        title={area.name}
        context={
          <MetaLine className="items-baseline">
            <span className="font-mono text-xs">{area.code}</span>
            {area.mergedInto === null ? null : (
              <span>
                Merged into{" "}
                <RowLink to={pathTo("businessArea", { areaId: area.mergedInto.id })}>{area.mergedInto.name}</RowLink>
              </span>
            )}
          </MetaLine>
        }
        actions={
          <>
            <RemoveButton area={area} />
            <Button
              size="sm"
              variant="outline"
              disabledReason={whyNotMerge({ isWaiting })}
              onClick={() => setDialog("pointer")}
            >
              {isMerged ? "Undo merge" : "Merge"}
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabledReason={whyNotChange({ isWaiting, isMerged })}
              onClick={() => setDialog("form")}
            >
              Change
            </Button>
          </>
        }
      />
      <Suspense fallback={null}>
        {dialog === "form" ? <AreaForm area={area} onClose={close} /> : null}
        {dialog === "pointer" ? <PointerDialog area={area} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function RemoveButton({ area }: { area: AreaPage }) {
  const { remove } = useAreaCommands();
  const { act } = useAct();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" disabledReason={area.isUsed ? AREA_USED : null} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        destructive
        title={`Remove ${area.name}?`}
        description={<p>Nothing uses it. Forms no longer offer it, and this cannot be undone.</p>}
        confirmLabel="Remove area"
        busyLabel="Removing..."
        onConfirm={async () => {
          const done = await act("The area was not removed", () => remove({ areaId: area.id }));
          if (done === null) throw new Error("Not removed");
          toast.success(`${area.name} was removed`);
          await router.navigate({ href: PAGES.businessAreas.path });
        }}
      />
    </>
  );
}
