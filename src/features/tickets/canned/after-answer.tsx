import type { AfterAnswer } from "../../../../convex/core/tickets/table";
import { Select } from "../../../ui/form/select";

const STAYS = "stays";

const OPTIONS = [
  { value: STAYS, label: "Leave the ticket as it is" },
  { value: "wait", label: "Wait for the requester" },
  { value: "resolve", label: "Resolve the ticket" },
] as const;

/** What an answer does beside being read, in words; empty where the ticket stays as it is. */
export function afterWords(after: AfterAnswer | null): string {
  return OPTIONS.find(({ value }) => value === after)?.label ?? "";
}

/** Chooses what an answer does beside being read; stands in a Field. */
export function AfterAnswerSelect(props: {
  value: AfterAnswer | null;
  onChange: (next: AfterAnswer | null) => void;
  className?: string;
}) {
  const { value, onChange, className } = props;
  return (
    <Select
      value={value ?? STAYS}
      onValueChange={(next) => onChange(next === STAYS ? null : next)}
      options={OPTIONS}
      {...(className !== undefined && { className })}
    />
  );
}
