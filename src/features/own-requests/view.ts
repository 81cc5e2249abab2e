/** Pure decisions of "My requests": which rows are shown, and what the URL says about it. */
import { isOpen, isTerminal } from "../../../convex/requests/rules";
import type { OwnRequest } from "./api";

export const SHOWS = ["all", "open", "drafts", "ended"] as const;
/** Which of the viewer's requests are shown. */
export type Show = (typeof SHOWS)[number];

/** The URL of the list; what is left out means the default. */
export interface OwnSearch {
  show?: Show;
  q?: string;
  /** Keys, joined with commas: nothing else is shown. */
  only?: string;
}

/** Reads the URL; what cannot be read counts as left out. */
export function parseOwnSearch(raw: Readonly<Record<string, unknown>>): OwnSearch {
  const show = SHOWS.find((one) => one === raw["show"] && one !== "all");
  const text = (name: "q" | "only") => (typeof raw[name] === "string" && raw[name] !== "" ? { [name]: raw[name] } : {});
  return { ...(show ? { show } : {}), ...text("q"), ...text("only") };
}

/** The keys a link limits the list to; null when it does not. */
export function onlyKeys({ only }: OwnSearch): string[] | null {
  return only === undefined ? null : only.split(",").filter((key) => key !== "");
}

/** Whether a request belongs to a part of the list. */
export function belongs({ status }: Pick<OwnRequest, "status">, show: Show): boolean {
  switch (show) {
    case "all":
      return true;
    case "drafts":
      return status === "Draft";
    case "open":
      return isOpen(status);
    case "ended":
      return isTerminal(status);
    default:
      return show satisfies never;
  }
}

/** The requests of a part of the list that have every word; drafts and what waits for the viewer come first. */
export function shownRequests(requests: readonly OwnRequest[], search: OwnSearch): OwnRequest[] {
  const { show = "all", q = "" } = search;
  const only = onlyKeys(search);
  const words = q.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const text = ({ key, title, typeName, status, forName, byName }: OwnRequest): string => [key, title, typeName, status, forName, byName].join(" ").toLowerCase();
  const found = requests.filter((request) => (only === null || only.includes(request.key)) && belongs(request, show) && words.every((word) => text(request).includes(word)));
  return found.toSorted((a, b) => Number(asksViewer(b)) - Number(asksViewer(a)));
}

/** Whether it waits for the viewer: a question to answer, or a draft to send. */
export function asksViewer({ status, byName }: Pick<OwnRequest, "status" | "byName">): boolean {
  return byName === null && (status === "Needs info" || status === "Draft");
}

/** What happens next, in a few words. */
export function nextText({ status, waitsFor }: Pick<OwnRequest, "status" | "waitsFor">): string {
  if (status === "Draft") return "Finish and send it";
  return waitsFor ?? "Nothing more to do";
}
