import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { PAGES } from "../../../../convex/site/pages";
import { HistoryPages } from "../../../components/history-pages";
import { TypeTitle } from "../../../components/kinds/type-icon";
import { useSaidAddress } from "../../../components/linked/readable-address";
import { NotThere } from "../../../components/not-there";
import { usePageCommands } from "../../../components/page-commands";
import { QueryBoundary } from "../../../components/query-boundary";
import { RequestStatusBadge } from "../../../components/status/request-status-badge";
import { Target } from "../../../components/target";
import { buttonClasses } from "../../../ui/button-classes";
import { lazyPart } from "../../../ui/lazy-part";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Tabs } from "../../../ui/page/tabs";
import { useNow } from "../../../ui/text/use-now";
import { type ShownApproval, useApproval, useApprovalHistory, useWaiting } from "../api";
import type { ApprovalTab } from "../list/search";
import type { TriageKey } from "../list/triage-keys";
import { useLanding } from "../list/use-landing";
import { useTriage } from "../list/use-triage";
import { splitBySnooze } from "../list/waiting-rows";
import { RequestChips } from "../request-chips";
import { RiskBadge } from "../risk-badge";
import { ApprovalSidebar } from "./approval-sidebar";
import { DecideBar } from "./decide-bar";
import { DecidePanel } from "./decide-panel";
import { DecisionBasis } from "./decision-basis";
import type { PageDialog } from "./page-dialogs";

const PageDialogs = lazyPart(() => import("./page-dialogs").then((part) => part.PageDialogs));

/** What the page needs from its route. */
export interface ApprovalPageProps {
  approvalId: string;
  /** Learns how the page is named in addresses. */
  onAddress: (address: string) => void;
  onOpen: (address: string) => void;
  tab: ApprovalTab;
  onTab: (tab: ApprovalTab) => void;
  /** Shows who else is on the pages about the request. */
  alsoHere: (request: string) => ReactNode;
}

/**
 * One screen to decide on: who, what, why, for how long, at what risk, what they hold already, and what would happen.
 */
export function ApprovalPage(props: ApprovalPageProps) {
  return (
    <QueryBoundary key={props.approvalId} title="This approval cannot be shown">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ approvalId, onAddress, onOpen, tab, onTab, alsoHere }: ApprovalPageProps) {
  const found = useApproval(approvalId);
  useSaidAddress(found?.address, onAddress);
  const around = useNeighbours(found?.id ?? approvalId);
  const [dialog, setDialog] = useState<PageDialog | null>(null);
  const landing = useLanding();
  const { page, isChanged, onRead } = useRead(found);

  function ask(what: PageDialog): void {
    landing.onAsk();
    setDialog(what);
  }
  function act(key: TriageKey): void {
    const neighbour = key === "next" ? around.next : key === "previous" ? around.previous : null;
    if (neighbour) onOpen(neighbour);
    if (!page || key === "next" || key === "previous" || key === "select" || key === "open") return;
    if (key === "snooze") {
      if (page.me.seatId) ask("snooze");
    } else if ((key === "askInfo" ? page.me.whyNotAskInfo : page.me.whyNotApprove) === null) ask(key);
  }
  useTriage(act);
  usePageCommands(
    page
      ? {
          about: page.request.key,
          commands: offeredCommands(page, around).map(({ key, label, keys }) => ({ label, keys, run: () => act(key) })),
        }
      : null,
  );

  if (page === undefined) return <LoadingPage />;
  if (page === null) return <NotYours />;
  return (
    <div className="flex flex-col gap-5">
      <Header page={page} around={around} alsoHere={alsoHere(page.request.id)} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Tabs
            label="About this approval"
            items={[
              {
                value: "request",
                label: "Request",
                panel: (
                  <div className="flex flex-col gap-5">
                    <DecisionBasis page={page} isChanged={isChanged} onRead={onRead} />
                  </div>
                ),
              },
              {
                value: "history",
                label: "History",
                panel: <HistoryPages key={page.id} of={page} usePage={useApprovalHistory} />,
              },
            ]}
            value={tab}
            onValueChange={onTab}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-16">
          <DecidePanel page={page} nextAddress={around.next} onOpen={onOpen} onChoose={ask} words={landing.panel} />
          <ApprovalSidebar page={page} />
        </div>
      </div>
      <DecideBar page={page} onChoose={ask} words={landing.bar} />
      <Suspense fallback={null}>
        {dialog === null ? null : (
          <PageDialogs page={page} dialog={dialog} onClose={() => setDialog(null)} finalFocus={landing.afterDialog} />
        )}
      </Suspense>
    </div>
  );
}

/** What the letters do, for whoever would rather look for it by name. */
function offeredCommands(
  page: ShownApproval,
  around: { previous: string | null; next: string | null },
): { key: TriageKey; label: string; keys: string }[] {
  const { whyNotApprove, whyNotAskInfo, seatId } = page.me;
  return [
    ...(whyNotApprove === null
      ? [
          { key: "approve" as const, label: "Approve", keys: "a" },
          { key: "reject" as const, label: "Reject", keys: "r" },
        ]
      : []),
    ...(whyNotAskInfo === null ? [{ key: "askInfo" as const, label: "Ask for info", keys: "i" }] : []),
    ...(seatId !== null && page.state === "Pending" ? [{ key: "snooze" as const, label: "Snooze", keys: "h" }] : []),
    ...(around.next === null ? [] : [{ key: "next" as const, label: "Next approval", keys: "j" }]),
    ...(around.previous === null ? [] : [{ key: "previous" as const, label: "Previous approval", keys: "k" }]),
  ];
}

/**
 * Answers that change under the eyes of somebody who decides are read before they are decided about: until then the
 * page
 * offers no decision, whatever it shows.
 */
function useRead(page: ShownApproval | null | undefined): {
  page: ShownApproval | null | undefined;
  isChanged: boolean;
  onRead: () => void;
} {
  const [read, setRead] = useState<string | null>(null);
  if (page && read === null) setRead(page.formHash);
  const isChanged = page?.state === "Pending" && read !== null && page.formHash !== read;
  const onRead = (): void => setRead(page?.formHash ?? null);
  if (!page || !isChanged) return { page, isChanged: false, onRead };
  const unread = { code: "form-changed" };
  return {
    page: {
      ...page,
      me: {
        ...page.me,
        whyNotApprove: page.me.whyNotApprove ?? unread,
        whyNotAskInfo: page.me.whyNotAskInfo ?? unread,
      },
    },
    isChanged,
    onRead,
  };
}

/** How addresses name the approvals before and after this one among those that wait. */
function useNeighbours(approvalId: string): { previous: string | null; next: string | null } {
  const now = useNow();
  const rows = splitBySnooze(useWaiting()?.rows ?? [], now).waiting;
  const index = rows.findIndex((row) => row.approvalId === approvalId);
  if (index < 0) return { previous: null, next: rows[0]?.address ?? null };
  return { previous: rows[index - 1]?.address ?? null, next: rows[index + 1]?.address ?? null };
}

function Header({
  page,
  around,
  alsoHere,
}: {
  page: ShownApproval;
  around: { previous: string | null; next: string | null };
  alsoHere: ReactNode;
}) {
  const { request } = page;
  return (
    <PageHeader
      title={<TypeTitle typeKey={request.type.key}>{request.title}</TypeTitle>}
      context={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Link
            to={PAGES.request.path}
            params={{ id: request.key }}
            className="rounded-sm font-mono text-sm text-accent-text underline-offset-2 hover:underline"
          >
            {request.key}
          </Link>
          {request.target === null ? null : <Target name={request.target} />}
          <span>{request.type.name}</span>
          <RequestStatusBadge status={request.status} />
          <RequestChips of={{ ...request, duration: null }} />
          <RiskBadge risk={request.risk} />
        </span>
      }
      actions={
        <>
          {alsoHere}
          {around.previous || around.next ? (
            <nav aria-label="Waiting approvals" className="flex items-center gap-1">
              <Neighbour address={around.previous} label="Previous approval" keys="K">
                <ChevronLeft aria-hidden />
              </Neighbour>
              <Neighbour address={around.next} label="Next approval" keys="J">
                <ChevronRight aria-hidden />
              </Neighbour>
            </nav>
          ) : null}
        </>
      }
    />
  );
}

function Neighbour({
  address,
  label,
  keys,
  children,
}: {
  address: string | null;
  label: string;
  keys: string;
  children: ReactNode;
}) {
  if (!address) return null;
  return (
    <Link
      to={PAGES.approval.path}
      params={{ approvalId: address }}
      aria-label={label}
      title={`${label} (${keys})`}
      className={buttonClasses({ variant: "outline", size: "icon" })}
    >
      {children}
    </Link>
  );
}

function NotYours() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Approval Details" />
      <Card>
        <NotThere title="You cannot see this approval" list="approvals" className="px-4">
          It does not exist, or it belongs to a request you are not part of. Its requester or an admin can add you.
        </NotThere>
      </Card>
    </div>
  );
}

function LoadingPage() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Approval Details"
        context={<Skeleton className="inline-block w-64 max-w-full align-middle" />}
      />
      <SkeletonGroup label="Loading the approval" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="flex flex-col gap-4 p-4">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="w-4/5" />
          ))}
        </Card>
        <Card className="flex flex-col gap-4 p-4">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="w-3/5" />
          ))}
        </Card>
      </SkeletonGroup>
    </div>
  );
}
