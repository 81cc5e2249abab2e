import { useAct } from "../../../components/form/use-act";
import { ZONES, zoneWords } from "../../../components/form/zones";
import { formatDeadline } from "../../../lib/dates";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { useNow } from "../../../ui/text/use-now";
import { toast } from "../../../ui/toast/toast";
import { useSaveTimeZone } from "./api";

/** The zone times are shown and typed in, applied as soon as it is chosen; without one it is that of the device. */
export function ZoneChoice({ saved, disabledReason }: { saved: string | null; disabledReason: string | null }) {
  const save = useSaveTimeZone();
  const { act } = useAct();
  const now = useNow(0);
  async function choose(timeZone: string | null): Promise<void> {
    if (timeZone === saved) return;
    if (await act("The time zone was not saved", () => save({ timeZone }))) toast.success("Your time zone is saved");
  }
  const mails = saved === null ? "Emails give times in UTC until you choose a zone." : "Emails use it, too.";
  return (
    <div className="max-w-xl">
      <Field label="Time zone" help={disabledReason ?? `It is now ${formatDeadline(now)}. ${mails}`}>
        <Combobox
          items={ZONES}
          value={saved === null ? null : { value: saved, label: zoneWords(saved) }}
          onValueChange={(zone) => void choose(zone?.value ?? null)}
          placeholder={`As on this device (${zoneWords(Intl.DateTimeFormat().resolvedOptions().timeZone)})`}
          emptyText="There is no such time zone"
          disabled={disabledReason !== null}
        />
      </Field>
    </div>
  );
}
