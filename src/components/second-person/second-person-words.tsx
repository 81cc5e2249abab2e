/** What a screen says about a change that takes two people. */

import { REASON_MAX_LENGTH } from "../../../convex/core/proposals/rules";
import { formatDeadline } from "../../lib/dates";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { toast } from "../../ui/toast/toast";

/** Why somebody wants a change. */
export function Reason({ value, onChange, help }: { value: string; onChange: (value: string) => void; help: string }) {
  return (
    <Field label="Reason" help={help} required>
      <Textarea
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** What happens instead of the change itself. */
export function SecondPerson({ waits }: { waits: boolean }) {
  return (
    <p className="text-ink-soft">
      {waits
        ? "This takes two people, and there are fewer than three super admins: it takes effect after at least 24 hours, unless an admin stops it. All admins are notified."
        : "This takes two people: somebody else has to confirm it."}
    </p>
  );
}

/** Says whether it was done, or waits for somebody else. */
export function sayOutcome(
  { state, appliesAt = null }: { state: "done" | "proposed"; appliesAt?: number | null },
  done: string,
): void {
  if (state === "done") toast.success(done);
  else if (appliesAt === null) toast.success("Proposed. Somebody else has to confirm it");
  else toast.success(`Proposed. It takes effect on ${formatDeadline(appliesAt)} unless an admin stops it`);
}
