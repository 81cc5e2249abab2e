import type { ReactElement } from "react";
import { snoozePresets } from "../../../../convex/core/notifications/rules";
import { formatDeadline } from "../../../lib/dates";
import { readersClock } from "../../../lib/readers-clock";
import type { ButtonProps } from "../../../ui/button-classes";
import { Menu, MenuItem } from "../../../ui/floating/menu";

/** Until when something sleeps: the next hours, tomorrow, next week. */
export function SnoozeMenu({
  trigger,
  onSnooze,
}: {
  trigger: ReactElement<ButtonProps>;
  onSnooze: (until: number, when: string) => void;
}) {
  return (
    <Menu trigger={trigger}>
      <Presets onSnooze={onSnooze} />
    </Menu>
  );
}

// Rendered when the menu opens: the times are counted from then, not from when the page was drawn.
function Presets({ onSnooze }: { onSnooze: (until: number, when: string) => void }) {
  return snoozePresets(Date.now(), readersClock()).map(({ name, label, until }) => (
    <MenuItem key={name} onClick={() => onSnooze(until, label.toLowerCase())}>
      <span className="flex items-baseline justify-between gap-6">
        {label}
        <span className="text-xs text-muted tabular-nums">{formatDeadline(until)}</span>
      </span>
    </MenuItem>
  ));
}
