import { type ReactNode, Suspense, useRef, useState } from "react";
import { ROLE_NAMES, ROLES, COMMON_ROLE } from "../../../../convex/access/roles";
import { PERSON_STATUSES, STATUS_LABELS } from "../../../../convex/core/people/rules/listed";
import type { PersonSort } from "../../../../convex/core/people/table";
import { useNoteExport } from "../../../components/listing/api";
import { ExportButton } from "../../../components/listing/export-button";
import { Listing } from "../../../components/listing/listing";
import { type QueueColumn, shownColumns } from "../../../components/listing/shown-columns";
import { useStillPage } from "../../../components/listing/use-still-page";
import { ViewOptions } from "../../../components/listing/view-options";
import { useAreas } from "../../../components/pickers/api";
import { QueryBoundary } from "../../../components/query-boundary";
import { useEyes } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Select } from "../../../ui/form/select";
import type { SelectOption } from "../../../ui/form/select-body";
import { lazyPart } from "../../../ui/lazy-part";
import { FilterBar } from "../../../ui/list/filter-bar";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { type PersonRow, useCount, usePages, usePeoplePage } from "./api";
import { USUAL_COLUMNS, userColumns } from "./columns";
import { changedSearch, everybody, filterOf, namedIn, pageArgsOf, type UsersSearch } from "./search";
import { UserViews } from "./user-views";

// Most visits read the list only.
const PersonSheet = lazyPart(() => import("./person-sheet").then((part) => part.PersonSheet));

interface Place {
  readonly search: UsersSearch;
  readonly onSearch: (search: UsersSearch, how: "push" | "replace") => void;
  /** Why the viewer cannot take the list out as a file, or null. */
  readonly whyNotExport: string | null;
  /** Brings in many people's places and dates, for those who may. */
  readonly importing: ReactNode;
}

type Change = (changes: Partial<UsersSearch>, how?: "push" | "replace") => void;

/** Everybody the portal knows, and one of them in full. */
export function Users(props: Place) {
  const { search, onSearch } = props;
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  return (
    <div className="list-page">
      <PageHeader title="Users" actions={props.importing} />
      <QueryBoundary title="The list did not load">
        <List {...props} change={change} />
      </QueryBoundary>
      {search.person === undefined ? null : (
        <QueryBoundary title="The person could not be loaded">
          <Suspense fallback={null}>
            <PersonSheet
              key={search.person}
              personId={search.person}
              tab={search.tab ?? "details"}
              onTab={(tab) => change({ tab: tab === "history" ? tab : undefined }, "replace")}
              onClose={() => change({ person: undefined }, "replace")}
            />
          </Suspense>
        </QueryBoundary>
      )}
    </div>
  );
}

function List(props: Place & { change: Change }) {
  const { search, onSearch, change } = props;
  const [turn, setTurn] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const filter = filterOf(search);
  const page = pageArgsOf(search);
  const still = useStillPage(
    useEyes(),
    JSON.stringify(["people", filter, page]),
    usePeoplePage(filter, page),
    scroller,
  );
  const total = useCount(filter, turn);
  const refresh = (): void => {
    still?.showAll();
    setTurn(turn + 1);
  };
  const columns = userColumns(page.sort, (sort) => change({ sort }));
  const shown = shownColumns(columns, search.cols, USUAL_COLUMNS);
  return (
    <>
      <Toolbar {...props} columns={columns} shown={shown} />
      <Listing
        label="Users"
        noun="person"
        plural="people"
        still={still}
        total={total}
        search={search}
        change={change}
        onRefresh={refresh}
        columns={shown}
        density={search.density}
        nameOf={({ name }) => name}
        scroller={scroller}
        words={search.q}
        empty={<Nobody onClear={() => onSearch(everybody(search), "push")} />}
      />
    </>
  );
}

/** Whoever sees the list is in it: nothing to see always means that nobody matches. */
function Nobody({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      kind="no-match"
      title="Nobody matches"
      action={
        <Button variant="outline" onClick={onClear}>
          Show everybody
        </Button>
      }
    >
      Search and filters look through everybody the portal knows, those who left included.
    </EmptyState>
  );
}

const sorts: readonly SelectOption<PersonSort>[] = [
  { value: "name", label: "By name" },
  { value: "seen", label: "Seen last" },
  { value: "unseen", label: "Longest not seen" },
];
const roles = ROLE_NAMES.map((value) => ({
  value,
  label: value === COMMON_ROLE ? `${ROLES[value].label} only` : ROLES[value].label,
}));
const statuses = PERSON_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

function Toolbar(
  props: Place & { change: Change; columns: QueueColumn<PersonRow>[]; shown: QueueColumn<PersonRow>[] },
) {
  const { search, onSearch, change, columns, shown } = props;
  const areas = (useAreas() ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  const note = useNoteExport();
  const pages = usePages();
  const filter = filterOf(search);
  const sort = search.sort ?? "name";
  return (
    <FilterBar
      label="Filter people"
      search={{
        text: search.q ?? "",
        label: "Search all people",
        placeholder: "Name or email address",
        onChange: (q) => change({ q: q.trim() === "" ? undefined : q }, "replace"),
      }}
      filters={[
        {
          kind: "choices",
          label: "Role",
          options: roles,
          chosen: namedIn(ROLE_NAMES, search.role),
          onChange: (chosen) => change({ role: chosen.join(",") }),
        },
        {
          kind: "choices",
          label: "Status",
          options: statuses,
          chosen: namedIn(PERSON_STATUSES, search.status),
          onChange: (chosen) => change({ status: chosen.join(",") }),
        },
        {
          kind: "choice",
          label: "Area",
          options: areas,
          chosen: search.area ?? null,
          onChange: (area) => change({ area: area ?? undefined }),
        },
      ]}
      onClear={() => onSearch(everybody(search), "push")}
    >
      <Select
        aria-label="Order"
        className="w-44 max-sm:min-w-28 max-sm:flex-1"
        options={sorts}
        value={sort}
        onValueChange={(next) => change({ sort: next })}
      />
      <UserViews search={search} onSearch={onSearch} />
      <ViewOptions columns={columns} usual={USUAL_COLUMNS} look={search} onLook={(look) => change(look, "replace")} />
      <ExportButton
        name="people"
        noun="person"
        plural="people"
        columns={shown.flatMap(({ csv }) => csv)}
        whyNot={props.whyNotExport}
        note={(headings) => note({ list: "people", filter, columns: headings })}
        pageAfter={(cursor) => pages(filter, sort, cursor)}
      />
    </FilterBar>
  );
}
