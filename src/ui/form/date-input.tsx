import type { Ref } from "react";
import { cn } from "../cn";
import { Input } from "./input";

interface DateInputProps {
  /** As the browser writes it: "2026-11-22", or "2026-11-22T14:00"; empty for none. */
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  id?: string;
  "aria-label"?: string;
}

/** A day. */
export function DateInput(props: DateInputProps) {
  return <Picked type="date" {...props} />;
}

/** A day and a time, both in the reader's own. */
export function DateTimeInput(props: DateInputProps) {
  return <Picked type="datetime-local" {...props} />;
}

function Picked({ type, onChange, ...props }: DateInputProps & { type: "date" | "datetime-local" }) {
  return (
    <Input
      {...props}
      type={type}
      onChange={(event) => onChange(event.target.value)}
      className={cn("tabular-nums", type === "date" ? "max-w-44" : "max-w-60")}
    />
  );
}
