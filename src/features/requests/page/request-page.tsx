import { type ReactNode, Suspense, useState } from "react";
import { UnsentTexts } from "../../../components/form/unsent";
import { useSaidAddress } from "../../../components/linked/readable-address";
import { WayBack } from "../../../components/not-there";
import { QueryBoundary } from "../../../components/query-boundary";
import { lazyPart } from "../../../ui/lazy-part";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Tabs } from "../../../ui/page/tabs";
import { useTabTitle } from "../../../ui/page/use-tab-title";
import { useRequest } from "./api";
import { Conversation } from "./conversation/conversation";
import { FormLines } from "./form-lines";
import { RequestHeader } from "./header";
import { OfferedCommands } from "./moves/offered-commands";
import { RequestSidebar } from "./request-sidebar";
import type { DetailTab } from "./search";
import { TaskTimeline } from "./tasks/task-timeline";
import type { About, Wanted } from "./use-begun";

const Activity = lazyPart(() => import("./activity").then((part) => part.Activity));
const CancelDialog = lazyPart(() => import("./moves/cancel-dialog").then((part) => part.CancelDialog));
const HoldDialog = lazyPart(() => import("./moves/hold-dialog").then((part) => part.HoldDialog));

/** What the page of a request needs from its route. */
export interface RequestPageProps {
  /** An id or a key such as REQ-142. */
  name: string;
  /** Whether it stands in the admin's part of the portal: links stay there. */
  isAdminFrame: boolean;
  tab: DetailTab;
  onTab: (tab: DetailTab) => void;
  /** Takes the key, once it is known, for the address. */
  onAddress: (key: string) => void;
  /** Shows who else is on the pages about the request, and what else may be done from it. */
  alsoHere: (request: string, about: { key: string; requester: { id: string; name: string } }) => ReactNode;
}

/** The page of one request, live: how far it is, what is said about it, and everything around it. */
export function RequestPage(props: RequestPageProps) {
  return (
    <QueryBoundary
      key={props.name}
      title="This request cannot be shown"
      page="Request Details"
      wayOn={<WayBack list="requests" />}
    >
      <UnsentTexts>
        <LoadedRequest {...props} />
      </UnsentTexts>
    </QueryBoundary>
  );
}

function LoadedRequest({ name, isAdminFrame, tab, onTab, onAddress, alsoHere }: RequestPageProps) {
  const request = useRequest(name);
  useTabTitle(request && `${request.key} ${request.title}`);
  const [isCancelling, setCancelling] = useState(false);
  const [isHolding, setHolding] = useState(false);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useSaidAddress(request?.key, onAddress);
  if (request === undefined) return <LoadingRequest />;
  // A draft has no tasks, and nobody to talk to yet.
  const isDraft = request.status === "Draft";
  function goToAnswer(): void {
    onTab("conversation");
    setWanted({ writes: "answer", about: null });
  }
  function goToComment(about: About | null = null): void {
    onTab("conversation");
    setWanted({ writes: "comment", about });
  }
  const panels = [
    {
      value: "conversation" as const,
      label: "Conversation",
      panel: <Conversation request={request} wanted={wanted} onBegun={() => setWanted(null)} />,
    },
    { value: "request" as const, label: "What was asked", panel: <FormLines request={request} /> },
    {
      value: "activity" as const,
      label: "Activity",
      panel: (
        <Suspense fallback={<Skeleton className="w-3/5" />}>
          <Activity
            name={name}
            isTechnical={tab === "history"}
            onTechnical={(isOn) => onTab(isOn ? "history" : "activity")}
          />
        </Suspense>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-5">
      <RequestHeader
        request={request}
        isAdminFrame={isAdminFrame}
        alsoHere={isDraft ? null : alsoHere(request.id, request)}
        onAnswer={goToAnswer}
        onCancel={() => setCancelling(true)}
        onHold={() => setHolding(true)}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <RequestSidebar request={request} isAdminFrame={isAdminFrame} className="lg:col-start-2 lg:row-start-1" />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-start-1">
          {isDraft ? null : <TaskTimeline request={request} isAdminFrame={isAdminFrame} onAsk={goToComment} />}
          <Tabs
            label="About this request"
            items={isDraft ? panels.filter(({ value }) => value !== "conversation") : panels}
            value={isDraft && tab === "conversation" ? "request" : tab === "history" ? "activity" : tab}
            onValueChange={onTab}
          />
        </div>
      </div>
      <OfferedCommands
        request={request}
        isAdminFrame={isAdminFrame}
        onAnswer={goToAnswer}
        onComment={() => goToComment()}
        onCancel={() => setCancelling(true)}
        onHold={() => setHolding(true)}
      />
      <Suspense fallback={null}>
        {isCancelling ? <CancelDialog request={request} open onOpenChange={setCancelling} /> : null}
        {isHolding ? <HoldDialog request={request} onClose={() => setHolding(false)} /> : null}
      </Suspense>
    </div>
  );
}

function LoadingRequest() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <PageHeader
          title="Request Details"
          context={<Skeleton className="inline-block w-64 max-w-full align-middle" />}
        />
        <Skeleton className="skeleton-appear h-13 rounded-lg" />
      </div>
      <SkeletonGroup label="Loading the request" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="flex flex-col gap-5 p-4">
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className="flex flex-col gap-2">
              <Skeleton className="w-48" />
              <Skeleton className="h-3 w-4/5" />
            </div>
          ))}
        </Card>
        <Card className="flex flex-col gap-4 p-4">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-3" />
          ))}
        </Card>
      </SkeletonGroup>
    </div>
  );
}
