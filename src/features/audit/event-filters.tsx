import { useCallback } from "react";
import { actionWords, OUTCOME_WORDS, targetWords } from "../../../convex/core/audit/rules/eventWords";
import { groupOf, GROUPS } from "../../../convex/core/audit/rules/groups";
import type { AuditOutcome } from "../../../convex/core/audit/table";
import { PersonSearch } from "../../components/pickers/person-search";
import { SavedViews, type ViewSearch } from "../../components/views/saved-views";
import { useDefaultView } from "../../components/views/use-default-view";
import { FilterBar } from "../../ui/list/filter-bar";
import { type FilterPart } from "../../ui/list/filter-part";
import { useActions, usePersonName, useViewCommands, useViews } from "./api";
import { type AuditSearch, everything, parseAuditSearch, refined, viewSearchOf } from "./search";

const SYSTEM_ACTORS = [
  { id: "system", name: "The portal itself" },
  { id: "visitor", name: "Visitors who are not known" },
];
const TARGET_KINDS = [
  "request",
  "task",
  "approval",
  "grant",
  "review",
  "person",
  "proposal",
  "session",
  "serviceUser",
  "area",
  "domain",
  "connector",
  "template",
  "delegation",
  "mail",
  "ticket",
  "article",
  "idea",
];
const outcomes = (Object.keys(OUTCOME_WORDS) as AuditOutcome[]).map((value) => ({
  value,
  label: OUTCOME_WORDS[value],
}));

/** Search and filters of the audit trail, all of them in the address. */
export function EventFilters({
  search,
  onSearch,
}: {
  search: AuditSearch;
  onSearch: (next: AuditSearch, how?: "push" | "replace") => void;
}) {
  const change = (changes: { readonly [Key in keyof AuditSearch]?: AuditSearch[Key] | undefined }) =>
    onSearch(refined(search, changes));
  const parts = useParts(search, change);
  return (
    <FilterBar
      label="Filter events"
      isOneButton
      search={{
        text: search.q ?? "",
        label: "Search events",
        placeholder: "REQ-142, a name, an address",
        // Typing is one place in the history, not one per letter.
        onChange: (q) => onSearch(refined(search, { q }), "replace"),
      }}
      filters={parts}
      onClear={() => onSearch(everything(search))}
    >
      <Views search={search} onSearch={onSearch} />
    </FilterBar>
  );
}

/** Filters under a name. Rows are not counted: a filter may have to read far back for its number. */
function Views({
  search,
  onSearch,
}: {
  search: AuditSearch;
  onSearch: (next: AuditSearch, how?: "push" | "replace") => void;
}) {
  const known = useViews();
  useDefaultView(
    known,
    search,
    useCallback((view: ViewSearch) => onSearch(parseAuditSearch(view), "replace"), [onSearch]),
  );
  return (
    <SavedViews
      known={known}
      commands={useViewCommands()}
      openId={search.view}
      current={viewSearchOf(search)}
      onOpen={(view) => onSearch(parseAuditSearch(view ? { ...view.search, view: view.id } : { view: "all" }))}
    />
  );
}

function useParts(
  search: AuditSearch,
  change: (changes: { readonly [Key in keyof AuditSearch]?: AuditSearch[Key] | undefined }) => void,
): FilterPart[] {
  const actions = useActions();
  return [
    {
      kind: "days",
      label: "Time",
      from: search.from ?? "",
      to: search.to ?? "",
      onChange: ({ from, to }) => change({ from, to }),
    },
    {
      kind: "choice",
      label: "Outcome",
      options: outcomes,
      chosen: search.outcome ?? null,
      onChange: (outcome) => change({ outcome: (outcome as AuditOutcome | null) ?? undefined }),
    },
    usePersonPart("Actor", search.actor, (actor) => change({ actor }), SYSTEM_ACTORS),
    usePersonPart("Impersonated by", search.impersonator, (impersonator) => change({ impersonator })),
    {
      kind: "choice",
      label: "Event",
      chosen: search.action ?? null,
      onChange: (action) => change({ action: action ?? undefined }),
      options: actionOptions(actions),
    },
    targetPart(search, change),
  ];
}

/** The actions under the group each belongs to, in the order of the groups. */
function actionOptions(actions: readonly string[]) {
  return actions
    .map((value) => ({ value, label: actionWords(value), group: groupOf(value) }))
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.label.localeCompare(b.label));
}

function usePersonPart(
  label: string,
  value: string | undefined,
  onChange: (value: string | undefined) => void,
  others?: typeof SYSTEM_ACTORS,
): FilterPart {
  const other = others?.find((one) => one.id === value);
  const name = usePersonName(value === undefined || other ? null : value);
  return {
    kind: "custom",
    label,
    chosen: value === undefined ? null : (other?.name ?? name ?? "…"),
    onClear: () => onChange(undefined),
    panel: (close) => (
      <PersonSearch
        label={`Find ${label === "Actor" ? "an actor" : "an impersonator"}`}
        others={others ?? []}
        onChoose={({ id }) => {
          onChange(id);
          close();
        }}
      />
    ),
  };
}

/** A kind of thing can be chosen here; one thing is chosen from the details of an event. */
function targetPart({ target }: AuditSearch, change: (changes: { target: string | undefined }) => void): FilterPart {
  const [type = "", id] = target?.split(":") ?? [];
  const kinds = [...new Set([...TARGET_KINDS, ...(type === "" ? [] : [type])])].map((value) => ({
    value,
    label: targetWords(value),
  }));
  const one = id === undefined ? [] : [{ value: target ?? "", label: `This ${targetWords(type).toLowerCase()}` }];
  return {
    kind: "choice",
    label: "About",
    options: [...one, ...kinds],
    chosen: target ?? null,
    onChange: (next) => change({ target: next ?? undefined }),
  };
}
