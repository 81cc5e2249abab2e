import { useCallback } from "react";
import { whyEnded } from "../../../convex/core/requests/rules";
import { REQUEST_OPERATIONS } from "../../../convex/core/shared/rules/bulk";
import { LISTED_REQUEST_STATUSES } from "../../../convex/core/shared/rules/listed";
import { QueryBoundary } from "../../components/query-boundary";
import { type ListWish, type RequestRow, useChoices, usePages, useRequestPage } from "./api";
import { sortBy } from "./columns";
import { choicesFilter, commonFilters, flagFilter, personFilter, statusFilter } from "./filters";
import { FlowCard, FlowSwitch } from "./flow/flow-card";
import { QueueList } from "./queue-list";
import { DEFAULT_REQUEST_COLUMNS, requestColumns } from "./request-columns";
import { changedSearch, pageArgsOf, personIdOf, type QueueSearch, requestFilterOf } from "./search";
import { REQUEST_PARTS } from "./status-tabs";
import type { Change, QueueProps } from "./types";

/** Every request the viewer oversees. */
export function RequestsQueue(props: QueueProps) {
  return (
    <div className="list-page">
      <QueryBoundary title="The requests did not load" page="Requests">
        <LiveRequests {...props} />
      </QueryBoundary>
    </div>
  );
}

/** What waits, what a fault stopped, and what ended with work done or with a decision. */
const GROUPS: Readonly<Record<(typeof LISTED_REQUEST_STATUSES)[number], string>> = {
  "Pending approval": "Under way",
  "In progress": "Under way",
  "Needs info": "Under way",
  Blocked: "Stopped by a failure",
  Completed: "Ended with work done",
  Rejected: "Ended by a decision",
  Expired: "Ended by a decision",
  Cancelled: "Ended by a decision",
};
const statuses = LISTED_REQUEST_STATUSES.map((status) => ({ value: status, label: status, group: GROUPS[status] }));

function LiveRequests(props: QueueProps) {
  const { search, viewer, onSearch } = props;
  const filter = requestFilterOf(search, viewer.id);
  const live = useRequestPage(filter, pageArgsOf(search));
  const choices = useChoices(search.person ? personIdOf(search.person, viewer.id) : undefined);
  const pages = usePages();
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  const types = (choices?.types ?? []).map(({ key, name }) => ({ value: key, label: name }));
  const wishOf = useCallback(
    (wanted: QueueSearch): ListWish => ({ list: "requests", filter: requestFilterOf(wanted, viewer.id) }),
    [viewer.id],
  );
  return (
    <QueueList<RequestRow>
      {...props}
      list="requests"
      noun="request"
      title="Requests"
      parts={REQUEST_PARTS}
      actions={<FlowSwitch />}
      above={<FlowCard onOpen={(wanted) => onSearch(wanted, "push")} />}
      live={live}
      columns={requestColumns(sortBy(search.sort ?? "newest", (sort) => change({ sort })))}
      usualColumns={DEFAULT_REQUEST_COLUMNS}
      placeholder="Key, title, type or person; REQ-142 and Enter opens it"
      filters={[
        statusFilter(REQUEST_PARTS, statuses, search, change),
        choicesFilter("Type", "type", types, search, change),
        personFilter("Requester", search, change, { viewer, choices }),
        ...commonFilters(search, change, choices),
        flagFilter("Overdue", "overdue", search, change),
        flagFilter("Retrying", "retrying", search, change),
      ]}
      nameOf={({ key }) => key}
      operations={REQUEST_OPERATIONS}
      whyNot={(_operation, { status }) => whyEnded(status)}
      selectionOf={(ids) => (ids === null ? { requestFilter: filter } : { requestIds: ids as RequestRow["id"][] })}
      wishOf={wishOf}
      pageAfter={(sort, cursor) => pages.requests(filter, sort, cursor)}
    />
  );
}
