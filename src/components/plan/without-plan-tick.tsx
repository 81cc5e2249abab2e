import { Checkbox } from "../../ui/form/checkbox";

/** The tick with which somebody approves although nobody knows yet what exactly would be done. */
export function WithoutPlanTick({
  isOn,
  onChange,
  isKnown,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isKnown: boolean;
}) {
  return (
    <Checkbox
      label={isKnown ? "Approve without a dry run" : "Also approve those without a dry run"}
      help={
        isKnown
          ? "Nobody knows yet what exactly would be done. Your decision says so."
          : "Where there is none yet. Your decision says so."
      }
      checked={isOn}
      onCheckedChange={onChange}
    />
  );
}
