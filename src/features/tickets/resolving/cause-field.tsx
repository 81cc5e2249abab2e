import { AGENT_CAUSES, CAUSES } from "../../../../convex/core/tickets/rules/causes";
import type { ChosenCause, ResolutionCause } from "../../../../convex/core/tickets/table";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";

/**
 * Why support was needed in a ticket that is resolved; `isProven` where what it waited for is done. A cause that the
 * portal said stands there until another is chosen.
 */
export function CauseField(props: {
  value: ResolutionCause | null;
  onChange: (next: ChosenCause) => void;
  isProven?: boolean;
  /** Without, it is found by its label alone. */
  id?: string;
  error?: string | null;
  className?: string;
}) {
  const { value, onChange, isProven = false, id, error = null, className } = props;
  const offered: readonly ChosenCause[] = isProven ? ["proven", ...AGENT_CAUSES] : AGENT_CAUSES;
  const listed: readonly ResolutionCause[] =
    value === null || offered.some((cause) => cause === value) ? offered : [value, ...offered];
  return (
    <Field
      label="Resolution cause"
      help={value === null ? "Why support was needed. Only support sees it." : CAUSES[value].does}
      error={error}
      required
      {...(id !== undefined && { id })}
      {...(className !== undefined && { className })}
    >
      <Select
        value={value ?? ""}
        placeholder="Choose a cause"
        onValueChange={(next) => {
          const chosen = offered.find((cause) => cause === next);
          if (chosen) onChange(chosen);
        }}
        options={listed.map((cause) => ({ value: cause, label: CAUSES[cause].label }))}
      />
    </Field>
  );
}
