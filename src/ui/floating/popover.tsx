import { floatingPart, loadFloating } from "./floating-part";
import { LazyPopup } from "./lazy-popup";
import type { PopoverProps } from "./popover-body";

const Body = floatingPart((parts) => parts.PopoverBody);

/** More about something, opened by its trigger and closed by Esc or a click elsewhere. */
export function Popover(props: PopoverProps) {
  return (
    <LazyPopup opens="dialog" trigger={props.trigger} load={loadFloating}>
      <Body {...props} />
    </LazyPopup>
  );
}
