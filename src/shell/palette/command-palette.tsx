import { Dialog as Base } from "@base-ui/react/dialog";
import { useLocation, useRouter } from "@tanstack/react-router";
import { Command } from "cmdk";
import { type ComponentType, type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { numberInText } from "../../../convex/core/shared/rules/listed";
import { pathTo } from "../../../convex/site/links";
import { TypeIcon } from "../../components/kinds/type-icon";
import { lastingCommandsNow, pageCommandsNow } from "../../components/page-commands";
import type { Finding, Findings } from "../../components/plan/findings";
import { cn } from "../../ui/cn";
import { optionClasses, popupClasses } from "../../ui/floating/popup-classes";
import { Kbd } from "../../ui/text/kbd";
import type { FramePart } from "../frame/frame-part";
import { isOpenTo, type MenuGroup } from "../frame/menu";
import { directHits, type PaletteCommand, usePaletteCommands } from "./palette-commands";
import { matching } from "./palette-matching";
import { recentPages } from "./recent";

const groupClasses =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted";

// cmdk writes data-disabled="false" on what is usable, which a plain data-disabled: variant takes for disabled.
const itemClasses =
  "data-disabled:text-ink data-disabled:opacity-100 data-[selected=true]:bg-accent-wash [&_svg:not([data-type])]:text-muted";

/** Looks for what is typed and hands over what it found. */
export type Finder = ComponentType<{ text: string; children: (findings: Findings) => ReactNode }>;

/** What the palette offers and how it is closed. */
export interface PaletteProps {
  groups: readonly MenuGroup[];
  /** Whose recent pages are offered; null offers none. */
  personId: string | null;
  finder: Finder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShow: (part: FramePart) => void;
}

/** Runs a command, by which the palette closes. */
type Run = (command: Pick<PaletteCommand, "run" | "waitsForClose">) => void;

function PaletteItem({
  command: { id, icon, label, detail, keys, ...command },
  onRun,
}: {
  command: PaletteCommand;
  onRun: Run;
}) {
  return (
    <Command.Item value={id} onSelect={() => onRun(command)} className={cn(optionClasses, itemClasses)}>
      {icon}
      <span className={cn("truncate", detail ? "max-w-[75%] shrink-0" : "flex-1")}>{label}</span>
      {detail ? <span className="min-w-0 flex-1 truncate text-sm text-muted">{detail}</span> : null}
      {keys ? <Kbd keys={keys} /> : null}
    </Command.Item>
  );
}

function Group({ heading, commands, onRun }: { heading: string; commands: readonly PaletteCommand[]; onRun: Run }) {
  return (
    <Command.Group heading={heading} className={groupClasses}>
      {commands.map((command) => (
        <PaletteItem key={command.id} command={command} onRun={onRun} />
      ))}
    </Command.Group>
  );
}

/** What stands in the portal without being looked up, and below it what the words find. */
function Offers(props: PaletteProps & { text: string; onRun: Run }) {
  const { text, groups, personId, finder: Finder, onShow, onRun } = props;
  const here = useLocation({ select: (location) => location.pathname });
  const router = useRouter();
  const go = (to: string) => () => void router.navigate({ href: to });
  // As they were when the palette opened: nothing moves under the eye of whoever reads it.
  const [recent] = useState(() =>
    (personId === null ? [] : recentPages(personId)).filter(({ to }) => to !== here && isOpenTo(groups, to)),
  );
  const [offered] = useState(() => [pageCommandsNow() ?? [], ...lastingCommandsNow()].flat());
  const shown = matching(usePaletteCommands({ groups, recent, offered, onShow }, text.trim() !== ""), text);
  const direct = directHits(text, groups).map((hit) => ({ ...hit, id: `hit ${hit.to}`, run: go(hit.to) }));
  const asCommand = ({ label, detail, icon: Icon, typeKey, to }: Finding): PaletteCommand => ({
    id: `found ${label} ${to}`,
    label,
    detail,
    icon: typeKey === undefined ? <Icon aria-hidden /> : <TypeIcon typeKey={typeKey} />,
    run: go(to),
  });
  return (
    <>
      {shown.map(({ heading, commands }) => (
        <Group key={heading} heading={heading} commands={commands} onRun={onRun} />
      ))}
      {direct.length === 0 ? null : <Group heading="Search" commands={direct} onRun={onRun} />}
      <Suspense fallback={<Nothing>Searching…</Nothing>}>
        <Finder text={text}>
          {({ groups: found, isLooking, hasFailed }) => (
            <>
              {found.map(({ heading, findings }) => (
                <Group key={`found ${heading}`} heading={heading} commands={findings.map(asCommand)} onRun={onRun} />
              ))}
              <Nothing>
                {isLooking
                  ? "Searching…"
                  : hasFailed
                    ? "The search did not answer. Pages and commands are still here."
                    : "Nothing found."}
              </Nothing>
            </>
          )}
        </Finder>
      </Suspense>
    </>
  );
}

function Nothing({ children }: { children: string }) {
  return <Command.Empty className="px-3 py-6 text-muted">{children}</Command.Empty>;
}

/** Whether a key goes to another line of the list: arrows, its ends, and the letters that do the same with Control. */
function choosesLine({ key, ctrlKey }: KeyboardEvent): boolean {
  return ["ArrowDown", "ArrowUp", "Home", "End"].includes(key) || (ctrlKey && ["n", "p", "j", "k"].includes(key));
}

/** Go anywhere, find anything one may open, and do what is offered, from the keyboard. */
export function CommandPalette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  const [text, setText] = useState("");
  const router = useRouter();
  const afterClose = useRef<(() => void) | null>(null);
  /** Whether the page takes the focus when the palette goes: it must not be given back to where it was. */
  const handsOver = useRef(false);
  /** Whether a line was chosen since the last letter: then Enter is for that line. */
  const hasChosen = useRef(false);
  const run: Run = (command) => {
    handsOver.current = command.waitsForClose === true;
    if (command.waitsForClose) afterClose.current = command.run;
    onOpenChange(false);
    if (!command.waitsForClose) command.run();
  };
  function type(next: string): void {
    hasChosen.current = false;
    setText(next);
  }
  /** A key is opened at once: whoever types it is faster than the list that offers it. */
  function openKey(event: KeyboardEvent): void {
    if (choosesLine(event)) hasChosen.current = true;
    const number = numberInText(text.trim());
    if (event.key !== "Enter" || event.nativeEvent.isComposing || number === null || hasChosen.current) return;
    event.preventDefault();
    run({ run: () => void router.navigate({ href: pathTo("request", { id: `REQ-${number}` }) }) });
  }
  function closed(isOpen: boolean): void {
    if (isOpen) {
      handsOver.current = false;
      return;
    }
    type("");
    const act = afterClose.current;
    afterClose.current = null;
    act?.();
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} onOpenChangeComplete={closed}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-label="Command palette"
          finalFocus={() => !handsOver.current}
          className={cn(popupClasses, "fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden p-0")}
        >
          <Command label="Command palette" loop shouldFilter={false}>
            <Command.Input
              value={text}
              onValueChange={type}
              onKeyDown={openKey}
              placeholder="Search, or type a command or REQ-142"
              className="h-11 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted pointer-coarse:text-lg"
            />
            <Command.List
              className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1"
              onPointerMove={() => void (hasChosen.current = true)}
            >
              <Offers {...props} text={text} onRun={run} />
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
