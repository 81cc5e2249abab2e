import { Checkbox } from "../../ui/form/checkbox";
import type { StepAhead } from "./api";
import { aheadWords } from "./decision-words";

/** The tick with which an approval counts for the steps ahead, too, that would ask the same person. */
export function AheadTick({
  ahead,
  isOn,
  onChange,
}: {
  ahead: readonly StepAhead[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  if (ahead.length === 0) return null;
  return (
    <Checkbox
      label={aheadWords(ahead)}
      help="You are also the next approver. Each decision is recorded separately."
      checked={isOn}
      onCheckedChange={onChange}
    />
  );
}
