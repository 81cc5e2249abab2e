import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown, X } from "lucide-react";
import { type ComponentProps, type RefObject, useEffect, useRef } from "react";
import { cn } from "../cn";
import { optionClasses, popupClasses } from "../floating/popup-classes";

/** One entry of a Combobox: its words, and what tells it from others of the same name. */
export interface ComboboxItem {
  value: string;
  label: string;
  /** What a system calls it: shown below its words, and found by, too. */
  code?: string;
  detail?: string;
}

const iconButton =
  "flex size-6 items-center justify-center rounded-sm text-muted hover:text-ink pointer-coarse:size-11 [&_svg]:size-4";

/** What a combobox takes. */
export interface ComboboxProps {
  items: readonly ComboboxItem[];
  value: ComboboxItem | null;
  onValueChange: (item: ComboboxItem | null) => void;
  /** What is said when nothing is found. */
  emptyText: string;
  placeholder?: string;
  onQuery?: (text: string) => void;
  isLoading?: boolean;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
}

type BodyProps = Omit<ComboboxProps, "aria-label" | "placeholder"> & {
  /** Look and labels of its input, the same before and after. */
  control: ComponentProps<"input">;
  /** Whether the stand-in had the keyboard's focus, which then goes on here. */
  hadFocus: RefObject<boolean>;
};

/** What `Combobox` becomes once its code is here. */
export function ComboboxBody(props: BodyProps) {
  const {
    items,
    value,
    onValueChange,
    emptyText,
    onQuery,
    isLoading = false,
    disabled,
    className,
    control,
    hadFocus,
  } = props;
  const found = Base.useFilter({ value });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hadFocus.current) input.current?.focus();
  }, [hadFocus]);
  return (
    <Base.Root
      items={items}
      value={value}
      disabled={disabled}
      filter={onQuery ? null : (item: ComboboxItem, query) => found.contains(item, query) || isCalled(item, query)}
      isItemEqualToValue={(item, other) => item.value === other.value}
      itemToStringLabel={(item) => item.label}
      onValueChange={(item) => onValueChange(item)}
      onInputValueChange={(text, { reason }) => {
        if (reason === "input-change" || reason === "input-clear" || reason === "clear-press") onQuery?.(text);
      }}
    >
      <Base.InputGroup className={cn("relative", className)}>
        <Base.Input {...control} ref={input} />
        <div className="absolute inset-y-0 right-1 flex items-center pointer-coarse:right-0">
          <Base.Clear aria-label="Clear" className={iconButton}>
            <X aria-hidden />
          </Base.Clear>
          <Base.Trigger aria-label="Show the list" className={iconButton}>
            <ChevronsUpDown aria-hidden />
          </Base.Trigger>
        </div>
      </Base.InputGroup>
      <Choices emptyText={isLoading ? "Looking…" : emptyText} isLoading={isLoading} />
    </Base.Root>
  );
}

function isCalled({ code = "" }: ComboboxItem, query: string): boolean {
  return code.toLowerCase().includes(query.trim().toLowerCase());
}

/**
 * While they are open Base UI hides the rest of the page from screen readers, so that swiping leads from the field into
 * its list and not past it. axe calls that `aria-hidden-focus` where no dialog is around; nothing hidden has the focus:
 * Tab and a press elsewhere close the list, which ends the hiding.
 */
function Choices({ emptyText, isLoading }: { emptyText: string; isLoading: boolean }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup
          aria-busy={isLoading || undefined}
          className={cn(popupClasses, "w-(--anchor-width) max-w-(--available-width)")}
        >
          <Base.Empty className="px-2 py-1.5 text-muted empty:hidden">{emptyText}</Base.Empty>
          <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto outline-none">
            {(item: ComboboxItem) => (
              <Base.Item key={item.value} value={item} className={optionClasses}>
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{item.label}</span>
                  {item.code ? <span className="block truncate font-mono text-xs text-muted">{item.code}</span> : null}
                  {item.detail ? <span className="block truncate text-sm text-muted">{item.detail}</span> : null}
                </span>
                <Base.ItemIndicator>
                  <Check aria-hidden className="text-accent-text" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
