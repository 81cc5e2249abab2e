import { ChevronsUpDown } from "lucide-react";
import { Suspense, useRef } from "react";
import { cn } from "../cn";
import { floatingPart } from "../floating/floating-part";
import type { ComboboxProps } from "./combobox-body";
import { useFieldControl } from "./field";
import { controlClasses } from "./input";

const Body = floatingPart((parts) => parts.ComboboxBody);

/**
 * One entry of a long list, found by typing. Without `onQuery` the list is searched here; with it the list is
 * whatever the owner found for the words, such as an answer of a server. On a page that was just opened it can
 * be typed into once its code is here; until then it stands there with its value, and keeps the focus it gets.
 */
export function Combobox(props: ComboboxProps) {
  const { value, placeholder, disabled, className } = props;
  const hadFocus = useRef(false);
  const control = {
    ...useFieldControl(),
    "aria-label": props["aria-label"],
    placeholder,
    autoComplete: "off",
    className: cn(controlClasses, "h-8 pr-14 pointer-coarse:pr-22"),
  };
  const standIn = (
    <div className={cn("relative", className)}>
      <input
        {...control}
        aria-busy
        readOnly
        disabled={disabled}
        value={value?.label ?? ""}
        onFocus={() => void (hadFocus.current = true)}
        onBlur={() => void (hadFocus.current = false)}
      />
      <ChevronsUpDown aria-hidden className="absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted" />
    </div>
  );
  return (
    <Suspense fallback={standIn}>
      <Body {...props} control={control} hadFocus={hadFocus} />
    </Suspense>
  );
}
