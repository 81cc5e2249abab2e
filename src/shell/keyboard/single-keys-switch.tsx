import { Checkbox } from "../../ui/form/checkbox";
import { singleKeys } from "./single-keys";

/** Turns single letters as shortcuts off and on, at once and for this browser. */
export function SingleKeysSwitch() {
  return (
    <Checkbox
      label="Single-letter shortcuts"
      help="Switch off if you speak your input or press letters by accident."
      checked={singleKeys.useFlag()}
      onCheckedChange={singleKeys.write}
    />
  );
}
