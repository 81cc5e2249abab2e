import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn";
import { Kbd } from "./kbd";
import { optionClasses, popupClasses } from "./popup-classes";

/** A button that opens a list of commands. */
export function Menu(props: {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  /** For a menu that is rendered because it was asked for. */
  startsOpen?: boolean;
}) {
  return (
    <Base.Root defaultOpen={props.startsOpen}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={props.align ?? "end"} side={props.side ?? "bottom"} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "min-w-48")}>{props.children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One command. */
export function MenuItem(props: {
  children: ReactNode;
  icon?: ReactNode;
  shortcut?: string;
  destructive?: boolean;
  disabled?: boolean;
  /** Renders the item as this element, a router link for instance. */
  render?: ReactElement;
  onClick?: () => void;
}) {
  return (
    <Base.Item
      disabled={props.disabled}
      render={props.render}
      onClick={props.onClick}
      className={cn(optionClasses, props.destructive && "text-danger")}
    >
      {props.icon}
      <span className="flex-1">{props.children}</span>
      {props.shortcut ? <Kbd keys={props.shortcut} /> : null}
    </Base.Item>
  );
}

/** One choice among several, with the current one ticked. */
export function MenuChoices<Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onValueChange: (value: Value) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel aria-hidden className="px-2 py-1 text-xs font-medium text-muted">{props.label}</Base.GroupLabel>
      <Base.RadioGroup value={props.value} onValueChange={(next) => props.onValueChange(next as Value)}>
        {props.choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} closeOnClick className={optionClasses}>
            {choice.icon}
            <span className="flex-1">{choice.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden className="text-accent-text" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** A rule between groups of commands. */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
