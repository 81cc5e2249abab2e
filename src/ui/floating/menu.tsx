import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cn } from "../cn";
import { Kbd } from "../text/kbd";
import { floatingPart, loadFloating } from "./floating-part";
import { LazyPopup } from "./lazy-popup";
import { type MenuProps, useMenuParts } from "./menu-parts";
import { optionClasses } from "./popup-classes";

const Body = floatingPart((parts) => parts.MenuBody);

/** A button that opens a list of commands. */
export function Menu(props: MenuProps) {
  return (
    <LazyPopup opens="menu" trigger={props.trigger} load={loadFloating}>
      <Body {...props} />
    </LazyPopup>
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
  const { Item } = useMenuParts();
  return (
    <Item
      disabled={props.disabled}
      render={props.render}
      onClick={props.onClick}
      className={cn(optionClasses, props.destructive && "text-danger")}
    >
      {props.icon}
      <span className="flex-1">{props.children}</span>
      {props.shortcut ? <Kbd keys={props.shortcut} /> : null}
    </Item>
  );
}

/** A command that stays readable when it cannot be used, with the reason under it. */
export function RefusableItem(props: {
  /** Why it cannot be used; null where it can. */
  reason: string | null;
  destructive?: boolean;
  onClick: () => void;
  children: string;
}) {
  const { reason, destructive, onClick, children } = props;
  if (reason === null)
    return (
      <MenuItem destructive={destructive} onClick={onClick}>
        {children}
      </MenuItem>
    );
  return (
    <MenuItem disabled>
      <span className="flex max-w-64 flex-col whitespace-normal">
        <span>{children}</span>
        <span className="text-xs text-muted">{reason}</span>
      </span>
    </MenuItem>
  );
}

/** One choice among several, with the current one ticked. */
export function MenuChoices<Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onValueChange: (value: Value) => void;
}) {
  const { Group, GroupLabel, RadioGroup, RadioItem, RadioItemIndicator } = useMenuParts();
  return (
    <Group>
      <GroupLabel aria-hidden className="px-2 py-1 text-xs font-medium text-muted">
        {props.label}
      </GroupLabel>
      <RadioGroup value={props.value} onValueChange={(next) => props.onValueChange(next as Value)}>
        {props.choices.map((choice) => (
          <RadioItem key={choice.value} value={choice.value} closeOnClick className={optionClasses}>
            {choice.icon}
            <span className="flex-1">{choice.label}</span>
            <RadioItemIndicator>
              <Check aria-hidden className="text-accent-text" />
            </RadioItemIndicator>
          </RadioItem>
        ))}
      </RadioGroup>
    </Group>
  );
}

/** A rule between groups of commands. */
export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator className="-mx-1 my-1 h-px bg-line" />;
}
