import { REASON_LENGTH } from "../../../../../convex/core/catalog/rules/values";
import { SaveIndicator } from "../../../../components/form/save-indicator";
import type { SaveState } from "../../../../components/form/use-autosave";
import { cn } from "../../../../ui/cn";
import { Field } from "../../../../ui/form/field";
import { Textarea } from "../../../../ui/form/input";
import { JUSTIFICATION_ID } from "./use-send-cart";

/** Why all of it is needed: the reason of every item that has none of its own. */
export function Justification({
  text,
  state,
  error,
  isRequired,
  onChange,
}: {
  text: string;
  state: SaveState;
  error: string | null;
  isRequired: boolean;
  onChange: (text: string) => void;
}) {
  const length = Array.from(text).length;
  const help = isRequired
    ? "The reason of every request without one of its own. What will you do with it, for whom, and until when?"
    : "Every request here has a reason of its own, so nothing is needed.";
  return (
    <div className="flex flex-col gap-1">
      <Field id={JUSTIFICATION_ID} label="Justification" help={help} error={error} required={isRequired}>
        <Textarea value={text} onChange={(event) => onChange(event.target.value)} rows={4} />
      </Field>
      <div className="flex items-start justify-between gap-4">
        <SaveIndicator state={state} />
        <p className={cn("text-xs tabular-nums", length > REASON_LENGTH.maxLength ? "text-danger" : "text-muted")}>
          {length} of {REASON_LENGTH.maxLength}
        </p>
      </div>
    </div>
  );
}
