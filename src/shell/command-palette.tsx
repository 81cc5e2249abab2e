import { Dialog as Base } from "@base-ui/react/dialog";
import { useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { FileText, Keyboard, LogOut, User } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { numberInText } from "../../convex/workflow/rules/listed";
import { cn } from "../ui/cn";
import { Kbd } from "../ui/kbd";
import { optionClasses, popupClasses } from "../ui/popup-classes";
import type { MenuGroup } from "./menu";
import { themeChoices } from "./theme/choices";
import { theme } from "./theme/theme";

const groupClasses = "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted";

// cmdk writes data-disabled="false" on what is usable, which a plain data-disabled: variant takes for disabled.
const itemClasses = "data-disabled:text-ink data-disabled:opacity-100 data-[selected=true]:bg-accent-wash [&_svg]:text-muted";

function PaletteItem(props: { icon: ReactNode; children: string; keywords?: string[]; keys?: string; isAlways?: boolean; onSelect: () => void }) {
  return (
    <Command.Item
      value={props.children}
      forceMount={props.isAlways}
      keywords={props.keywords}
      onSelect={props.onSelect}
      className={cn(optionClasses, itemClasses)}
    >
      {props.icon}
      <span className="flex-1">{props.children}</span>
      {props.keys ? <Kbd keys={props.keys} /> : null}
    </Command.Item>
  );
}

/** What the palette offers and how it is closed. */
export interface PaletteProps {
  groups: readonly MenuGroup[];
  hasProfile: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
}

/** Where words that are no page lead: a key to its request, other words into the queue of those who oversee it. */
function findings(text: string, groups: readonly MenuGroup[]): { label: string; to: string }[] {
  const words = text.trim();
  if (words === "") return [];
  const number = numberInText(words);
  const hasQueue = groups.some(({ entries }) => entries.some(({ to }) => to === "/admin/requests"));
  return [
    ...(number === null ? [] : [{ label: `Open REQ-${number}`, to: `/requests/REQ-${number}` }]),
    ...(hasQueue && number === null ? [{ label: `Search all requests for “${words}”`, to: `/admin/requests?q=${encodeURIComponent(words)}` }] : []),
  ];
}

function PaletteCommands({ text, groups, hasProfile, onOpenChange, onShowShortcuts }: PaletteProps & { text: string }) {
  const router = useRouter();
  /** Closes the palette, then acts. */
  function run(action: () => void): () => void {
    return () => {
      onOpenChange(false);
      action();
    };
  }
  const go = (href: string) => run(() => void router.navigate({ href }));
  const found = findings(text, groups);
  return (
    <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1">
      {found.length === 0 ? <Command.Empty className="px-3 py-6 text-muted">Nothing found.</Command.Empty> : null}
      {groups.map((group) => (
        <Command.Group key={group.label} heading={group.label} className={groupClasses}>
          {group.entries.map((entry) => (
            <PaletteItem key={entry.to} icon={<entry.icon aria-hidden />} keywords={[group.label, "go", "open"]} keys={entry.key ? `g ${entry.key}` : undefined} onSelect={go(entry.to)}>
              {entry.label}
            </PaletteItem>
          ))}
        </Command.Group>
      ))}
      <Command.Group heading="Theme" className={groupClasses}>
        {themeChoices.map(({ value, label, Icon }) => (
          <PaletteItem key={value} icon={<Icon aria-hidden />} keywords={["switch", "appearance"]} onSelect={run(() => theme.choose(value))}>
            {`${label} theme`}
          </PaletteItem>
        ))}
      </Command.Group>
      <Command.Group heading="You" className={groupClasses}>
        {hasProfile ? (
          <PaletteItem icon={<User aria-hidden />} keys="g p" onSelect={go("/profile")}>
            Profile
          </PaletteItem>
        ) : null}
        <PaletteItem icon={<Keyboard aria-hidden />} keys="?" onSelect={run(onShowShortcuts)}>
          Keyboard shortcuts
        </PaletteItem>
        <PaletteItem icon={<LogOut aria-hidden />} keywords={["log out", "leave"]} onSelect={go("/signout")}>
          Sign out
        </PaletteItem>
      </Command.Group>
      {found.length === 0 ? null : (
        <Command.Group heading="Requests" className={groupClasses} forceMount>
          {found.map(({ label, to }) => (
            <PaletteItem key={to} icon={<FileText aria-hidden />} isAlways onSelect={go(to)}>
              {label}
            </PaletteItem>
          ))}
        </Command.Group>
      )}
    </Command.List>
  );
}

/** Go anywhere and do what is offered everywhere, from the keyboard. */
export function CommandPalette(props: PaletteProps) {
  const [text, setText] = useState("");
  const router = useRouter();
  /** A key is opened at once: whoever types it is faster than the list that offers it. */
  function openKey(event: KeyboardEvent): void {
    const [found] = findings(text, props.groups);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || found === undefined || numberInText(text.trim()) === null) return;
    event.preventDefault();
    props.onOpenChange(false);
    void router.navigate({ href: found.to });
  }
  return (
    <Base.Root open={props.open} onOpenChange={(next) => props.onOpenChange(next)} onOpenChangeComplete={(isOpen) => isOpen || setText("")}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-label="Command palette"
          className={cn(popupClasses, "fixed inset-x-3 top-[12dvh] z-40 mx-auto max-w-xl overflow-hidden p-0")}
        >
          <Command label="Command palette" loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              onKeyDown={openKey}
              placeholder="Search pages and commands, or type REQ-142"
              className="h-11 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted pointer-coarse:text-lg"
            />
            <PaletteCommands {...props} text={text} />
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
