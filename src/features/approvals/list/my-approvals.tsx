import { CalendarOff } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "../../../components/query-boundary";
import { Button } from "../../../ui/button";
import { PageHeader } from "../../../ui/page/page-header";
import { Tabs } from "../../../ui/page/tabs";
import { useNow } from "../../../ui/text/use-now";
import { useWaiting } from "../api";
import { DelegationDialog } from "../delegating/delegation-dialog";
import { Delegations } from "../delegating/delegations";
import { DecidedList } from "./decided-list";
import { LoadingApprovals } from "./loading-approvals";
import { Reviews } from "./reviews";
import type { ApprovalsSearch } from "./search";
import { WaitingList } from "./waiting-list";
import { splitBySnooze } from "./waiting-rows";

/** What the list needs from its route. */
export interface MyApprovalsProps {
  search: ApprovalsSearch;
  onSearch: (changes: Partial<ApprovalsSearch>) => void;
  onOpen: (address: string) => void;
}

/** Everything that waits for the viewer's decision, live. */
export function MyApprovals(props: MyApprovalsProps) {
  const [isAway, setAway] = useState(false);
  return (
    <div className="list-page">
      <PageHeader
        title="My Approvals"
        context="Requests waiting for your decision, including those where you stand in for somebody"
        actions={
          <Button variant="outline" onClick={() => setAway(true)}>
            <CalendarOff aria-hidden /> Out of office
          </Button>
        }
      />
      <QueryBoundary title="Your approvals did not load">
        <Delegations />
        <LiveApprovals {...props} />
      </QueryBoundary>
      {isAway ? <DelegationDialog onClose={() => setAway(false)} /> : null}
    </div>
  );
}

function LiveApprovals({ search, onSearch, onOpen }: MyApprovalsProps) {
  const waiting = useWaiting();
  const now = useNow();
  const split = splitBySnooze(waiting?.rows ?? [], now);
  const list = { search, onSearch, onOpen, isCut: waiting?.isCut ?? false };
  const tab = search.tab ?? "waiting";
  // Reviews stand above the tabs: shown late, they would push everything down.
  if (waiting === undefined && tab !== "decided") return <LoadingApprovals />;
  return (
    <>
      <Reviews rows={waiting?.reviews ?? []} />
      <Tabs
        fills
        label="Approvals"
        value={tab}
        onValueChange={(next) => onSearch({ tab: next })}
        items={[
          {
            value: "waiting",
            label: "Waiting",
            count: waiting ? split.waiting.length : undefined,
            panel: tab === "waiting" ? <WaitingList rows={split.waiting} {...list} /> : null,
          },
          {
            value: "snoozed",
            label: "Snoozed",
            count: waiting ? split.snoozed.length : undefined,
            panel: tab === "snoozed" ? <WaitingList rows={split.snoozed} isSnoozed {...list} /> : null,
          },
          { value: "decided", label: "Decided", panel: tab === "decided" ? <DecidedList /> : null },
        ]}
      />
    </>
  );
}
