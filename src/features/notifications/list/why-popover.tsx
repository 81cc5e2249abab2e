import { BellOff, CircleHelp } from "lucide-react";
import { Button } from "../../../ui/button";
import { Popover } from "../../../ui/floating/popover";
import type { NoticeGroup } from "../api";
import { READ_ONLY_REASON } from "../read-only";
import { shortLabel } from "./notice-groups";
import type { NoticeCommands } from "./use-commands";

/** Which rule sent this, and how not to hear of it again. */
export function WhyPopover({
  group,
  commands,
  mayChange,
}: {
  group: NoticeGroup;
  commands: NoticeCommands;
  mayChange: boolean;
}) {
  const { subject, items } = group;
  const kinds = new Map(items.map((item) => [item.kind, item]));
  const trigger = (
    <Button
      variant="ghost"
      size="iconSm"
      aria-label={`Why did I get this: ${subject.label}`}
      title="Why did I get this?"
    >
      <CircleHelp aria-hidden />
    </Button>
  );
  const refused = mayChange ? null : READ_ONLY_REASON;
  return (
    <Popover trigger={trigger} title="Why did I get this?" align="end">
      <ul className="flex flex-col gap-3">
        {[...kinds.values()].map(({ kind, kindLabel, because, isCritical }) => (
          <li key={kind} className="flex flex-col items-start gap-1.5">
            <p className="text-ink-soft">{because}</p>
            {isCritical ? (
              <p className="text-sm text-muted">Notices about your access and security always reach you.</p>
            ) : (
              <Button
                variant="outline"
                size="sm"
                disabledReason={refused}
                className="max-w-full"
                onClick={() => void commands.mute({ kind }, kindLabel)}
              >
                <BellOff aria-hidden />
                <span className="truncate">Mute “{kindLabel}”</span>
              </Button>
            )}
          </li>
        ))}
        <li className="border-t border-line pt-3">
          <Button
            variant="outline"
            size="sm"
            disabledReason={refused}
            className="max-w-full"
            onClick={() => void commands.mute({ subjectId: subject.id }, shortLabel(subject.label))}
          >
            <BellOff aria-hidden />
            <span className="truncate">Mute {shortLabel(subject.label)}</span>
          </Button>
        </li>
      </ul>
    </Popover>
  );
}
