import type { Ref } from "react";
import { Input } from "./input";

/** A whole number, such as days: typed as text, so that what is no number can be said to be none. */
export function NumberInput({
  onChange,
  ...props
}: {
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  readOnly?: boolean;
}) {
  return (
    <Input
      {...props}
      inputMode="numeric"
      autoComplete="off"
      className="max-w-32 tabular-nums"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
