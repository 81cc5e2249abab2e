import { PAGES } from "../../../convex/site/pages";
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
    { keys: "?", label: "Show this list" },
    ...pages,
    { keys: `g ${PAGES.profile.key}`, label: `Go to ${PAGES.profile.title}` },
    { keys: "Esc", label: "Close what is open" },
  ];
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Keyboard shortcuts">
      <dl>
        {all.map(({ keys, label }) => (
          <div
            key={keys}
            className="flex items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
    </Dialog>
  );
}
