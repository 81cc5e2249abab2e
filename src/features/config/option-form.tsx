import { useState } from "react";
import { type ConfigKey, specOf, takesTwo, valueText, whyNotValue } from "../../../convex/core/config/rules";
import { changeText, rangeText } from "../../../convex/core/config/rules/optionWords";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { useStepUp } from "../../components/form/step-up";
import { Reason, sayOutcome } from "../../components/second-person/second-person-words";
import { useAuth } from "../../shell/session";
import { Field } from "../../ui/form/field";
import { NumberInput } from "../../ui/form/number-input";
import { useConfigCommands } from "./api";

const idOf = (field: string): string => `option-${field}`;

/** Sets an option: to a value that is typed, or to one it had. */
export function OptionForm(props: {
  option: ConfigKey;
  value: number;
  shownVersion: number;
  earlier: { readonly version: number; readonly value: number } | null;
  onClose: () => void;
}) {
  const { option: key, earlier, onClose } = props;
  // What is typed is about the version that was open; a change meanwhile is refused, not overwritten.
  const [shownVersion] = useState(props.shownVersion);
  const [typed, setTyped] = useState(String(props.value));
  const [reason, setReason] = useState("");
  const { set, undo } = useConfigCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const wanted = earlier ? earlier.value : /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null;
  const { title } = specOf(key);
  const form = useDialogForm({
    check: () => {
      const message = typed.trim() === "" ? whyNotValue(key, null) : whyNotValue(key, wanted ?? Number.NaN);
      return message === null ? {} : { value: message };
    },
    send: async () => {
      const change = { key, shownVersion, reason: reason.trim() };
      const outcome = await withStepUp(() =>
        earlier ? undo({ ...change, version: earlier.version }) : set({ ...change, value: wanted ?? Number.NaN }),
      );
      sayOutcome(outcome, `${title}: ${valueText(key, wanted ?? props.value)}`);
    },
    saved: null,
    onClose,
  });
  const missing = wanted === props.value ? "It is already set to this" : reason.trim() === "" ? "Give a reason" : null;
  return (
    <FormDialog
      title={earlier ? `Set it back to ${valueText(key, earlier.value)}?` : title}
      verb={wanted !== null && takesTwo(key, wanted) ? "Propose" : "Set"}
      form={form}
      idOf={idOf}
      disabledReason={missing}
      onClose={onClose}
    >
      {earlier ? null : (
        <Field id={idOf("value")} label="Value" help={rangeText(key)} error={form.problems["value"]} required>
          <NumberInput value={typed} onChange={setTyped} />
        </Field>
      )}
      <p className="text-ink-soft tabular-nums">{changeText(key, props.value, wanted)}</p>
      {wanted !== null && takesTwo(key, wanted) ? (
        <p className="text-ink-soft">
          This value takes two people: somebody else has to confirm it. With fewer than three super admins it takes
          effect after a wait instead, unless an admin stops it.
        </p>
      ) : null}
      <Reason value={reason} onChange={setReason} help="It stays with the value, and whoever confirms sees it." />
      {stepUpDialog}
    </FormDialog>
  );
}
