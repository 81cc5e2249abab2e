/** The filters both queues have. */

import { listOf, textOf } from "../../components/listing/address";
import { PersonSearch } from "../../components/pickers/person-search";
import type { FilterPart } from "../../ui/list/filter-part";
import type { Choices } from "./api";
import type { QueueSearch } from "./search";
import { partOf, type QueuePart } from "./status-tabs";
import type { Change, QueueProps } from "./types";

/** Several values of one part of the address. */
export function choicesFilter(
  label: string,
  name: "status" | "type" | "connector" | "outcome",
  options: Extract<FilterPart, { kind: "choices" }>["options"],
  search: QueueSearch,
  change: Change,
): Extract<FilterPart, { kind: "choices" }> {
  return {
    kind: "choices",
    label,
    options,
    chosen: listOf(search[name]),
    onChange: (chosen) => change({ [name]: textOf(chosen) }),
  };
}

/** The statuses, which the tab that is open may say already. */
export function statusFilter(
  parts: readonly QueuePart[],
  options: Extract<FilterPart, { kind: "choices" }>["options"],
  search: QueueSearch,
  change: Change,
): FilterPart {
  const filter = choicesFilter("Status", "status", options, search, change);
  return { ...filter, isSaid: partOf(parts, search.status) !== null };
}

/** A yes-or-no part of the address. */
export function flagFilter(
  label: string,
  name: "overdue" | "retrying" | "unassigned",
  search: QueueSearch,
  change: Change,
): FilterPart {
  return {
    kind: "flag",
    label,
    isOn: search[name] === "1",
    onChange: (isOn) => change({ [name]: isOn ? "1" : undefined }),
  };
}

/** A person, found by name; "me" stays "me" in a link, so that it means whoever opens it. */
export function personFilter(
  label: string,
  search: QueueSearch,
  change: Change,
  { viewer, choices }: { viewer: QueueProps["viewer"]; choices: Choices | undefined },
): FilterPart {
  return {
    kind: "custom",
    label,
    chosen: search.person === undefined ? null : search.person === "me" ? "Me" : (choices?.person?.name ?? "…"),
    onClear: () => change({ person: undefined }),
    panel: (close) => (
      <PersonSearch
        label={label}
        others={[{ ...viewer, name: `Me (${viewer.name})` }]}
        onChoose={({ id }) => {
          change({ person: id === viewer.id ? "me" : id });
          close();
        }}
      />
    ),
  };
}

/** Business area and day of creation. */
export function commonFilters(search: QueueSearch, change: Change, choices: Choices | undefined): FilterPart[] {
  const areas = (choices?.areas ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  return [
    {
      kind: "choice",
      label: "Area",
      options: areas,
      chosen: search.area ?? null,
      onChange: (area) => change({ area: area ?? undefined }),
    },
    {
      kind: "days",
      label: "Created",
      from: search.from ?? "",
      to: search.to ?? "",
      onChange: ({ from, to }) => change({ from: from || undefined, to: to || undefined }),
    },
  ];
}
