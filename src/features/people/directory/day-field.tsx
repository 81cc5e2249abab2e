import { DAY_MS } from "../../../../convex/lib/pure/time";
import { DateInput } from "../../../ui/form/date-input";
import { Field } from "../../../ui/form/field";

/** The last day before an end, as a field holds it; empty for none. */
export function dayOfEnd(endsAt: number | null): string {
  return endsAt === null ? "" : new Date(endsAt - 1).toISOString().slice(0, 10);
}

/** The end of a day that a field holds; null for none. */
export function endOfDay(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? null : at + DAY_MS;
}

/** A day that may be left out. */
export function DayField(props: { label: string; help?: string; value: string; onChange: (day: string) => void }) {
  const { label, help, value, onChange } = props;
  return (
    <Field label={label} help={help}>
      <DateInput value={value} onChange={onChange} />
    </Field>
  );
}
