import { useState } from "react";
import { PAGES } from "../../../convex/site/pages";
import { pageCommandsNow } from "../../components/page-commands";
import { Dialog } from "../../ui/floating/dialog";
import { Kbd } from "../../ui/text/kbd";
import type { MenuGroup } from "../frame/menu";
import { SingleKeysSwitch } from "./single-keys-switch";

/** Every shortcut, and the switch for single letters. */
export function ShortcutsDialog(props: {
  groups: readonly MenuGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const pages = props.groups.flatMap((group) =>
    group.entries.flatMap(({ key, label }) => (key ? [{ keys: `g ${key}`, label: `Go to ${label}` }] : [])),
  );
  const all = [
    { keys: "Ctrl K", label: "Search pages and commands (⌘ K on a Mac)" },
    { keys: "/", label: "Search this page, or everything" },
    ...(props.groups.some(({ entries }) => entries.some(({ id }) => id === "newRequest"))
      ? [{ keys: "c", label: "Begin a request" }]
      : []),
    { keys: "j", label: "Next row of a list" },
    { keys: "k", label: "Previous row" },
    { keys: "x", label: "Select the row" },
    { keys: "Enter", label: "Open the row" },
    { keys: "Ctrl Enter", label: "Send or save what you are writing (⌘ Enter on a Mac)" },
    { keys: "?", label: "Show this list" },
    ...pages,
    { keys: `g ${PAGES.profile.key}`, label: `Go to ${PAGES.profile.title}` },
    { keys: "Esc", label: "Close what is open" },
  ];
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Keyboard shortcuts">
      <SingleKeysSwitch />
      <OfPage />
      <Keys keys={all} />
    </Dialog>
  );
}

/** What keys do on the page the list was opened over. */
function OfPage() {
  const [page] = useState(pageCommandsNow);
  const keys = (page?.commands ?? []).flatMap(({ keys, label }) => (keys === undefined ? [] : [{ keys, label }]));
  if (page === null || keys.length === 0) return null;
  return (
    <section aria-label={`In ${page.about}`}>
      <h3 className="text-sm font-medium text-ink">In {page.about}</h3>
      <Keys keys={keys} />
    </section>
  );
}

function Keys({ keys: all }: { keys: readonly { readonly keys: string; readonly label: string }[] }) {
  return (
    <dl>
      {all.map(({ keys, label }) => (
        <div
          key={`${keys} ${label}`}
          className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd>
            <Kbd keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
