import { useCallback } from "react";
import { actionWords, OUTCOME_WORDS, targetWords } from "../../../convex/core/audit/rules/eventWords";
import { EVENT_KINDS, type EventKind, eventKindOf } from "../../../convex/core/audit/rules/kinds";
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
  { id: "visitor", name: "Unknown visitors" },
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
/** In the order they are offered in. */
const KINDS = Object.keys(EVENT_KINDS) as EventKind[];
const kinds = KINDS.map((value) => ({ value, label: EVENT_KINDS[value] }));
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
      label: "Kind",
      options: kinds,
      chosen: search.kind ?? null,
      onChange: (kind) => change({ kind: (kind as EventKind | null) ?? undefined, action: undefined }),
    },
    {
      kind: "choice",
      label: "Event",
      chosen: search.action ?? null,
      onChange: (action) => change({ action: action ?? undefined }),
      options: actionOptions(actions, search.kind),
    },
    targetPart(search, change),
  ];
}

/** The actions under the kind each is of, in the order of the kinds; those of one kind where one is chosen. */
function actionOptions(actions: readonly string[], chosen: EventKind | undefined) {
  return actions
    .map((value) => ({ value, label: actionWords(value), kind: eventKindOf(value) }))
    .filter(({ kind }) => chosen === undefined || kind === chosen)
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.label.localeCompare(b.label))
    .map(({ value, label, kind }) => ({ value, label, group: EVENT_KINDS[kind] }));
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
