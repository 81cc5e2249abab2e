/** What the URLs of the template screens hold; what is left out means the default. */

import { wholeOf } from "../../lib/plain-search";

/** The tabs of a template. */
export const TABS = ["tasks", "form", "texts", "versions"] as const;
export type TemplateTab = (typeof TABS)[number];

/** How tasks are looked at. */
export type TasksView = "drawing" | "list";

export interface TemplateSearch {
  /** Which version; the one in force, else the newest. */
  version?: number;
  tab?: TemplateTab;
  /** The task or field that is open, by its place among those declared. */
  item?: number;
  /** How the tasks are looked at; the drawing, and of a draft the list. */
  view?: TasksView;
  /** The version it is compared with. */
  against?: number;
}

/** Reads the URL of a template. What cannot be read counts as left out. */
export function parseTemplateSearch(raw: Readonly<Record<string, unknown>>): TemplateSearch {
  const tab = TABS.find((one) => one === raw.tab);
  return {
    ...numbers(raw, ["version", "item", "against"]),
    ...(tab && tab !== "tasks" ? { tab } : {}),
    ...(raw.view === "drawing" || raw.view === "list" ? { view: raw.view } : {}),
  };
}

export interface SimulationSearch {
  type?: string;
  version?: number;
  person?: string;
  /** How long each step has been open, in hours. */
  hours?: number;
}

/** Reads the URL of approval testing. */
export function parseSimulationSearch(raw: Readonly<Record<string, unknown>>): SimulationSearch {
  return {
    ...(typeof raw.type === "string" ? { type: raw.type } : {}),
    ...(typeof raw.person === "string" ? { person: raw.person } : {}),
    ...numbers(raw, ["version", "hours"]),
  };
}

function numbers<Name extends string>(
  raw: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  const found = names.flatMap((name) => {
    const value = wholeOf(raw[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found) as Partial<Record<Name, number>>;
}
