import { LockKeyhole, Pencil, UserRound } from "lucide-react";
import { LEVEL_LABELS } from "../../../convex/core/catalog/rules/exposure";
import { SENSITIVITY_LABELS } from "../../../convex/core/domains/rules";
import { Badge } from "../../ui/text/badge";
import type { WaitingRow } from "./api";

// Only what asks for care has a picture.
const sensitivityLooks = {
  public: { variant: "outline", Icon: null },
  internal: { variant: "outline", Icon: null },
  pii: { variant: "warning", Icon: UserRound },
  restricted: { variant: "destructive", Icon: LockKeyhole },
} as const;

const levelLooks = {
  read: { variant: "outline", Icon: null },
  write: { variant: "warning", Icon: Pencil },
} as const;

/** What is asked for at a glance: for how long, how sensitive the data is, and whether it can be changed. */
export function RequestChips({
  of: { duration, sensitivity, level },
}: {
  of: Pick<WaitingRow, "duration" | "sensitivity" | "level">;
}) {
  return (
    <>
      {duration === null ? null : <Badge variant="outline">{duration}</Badge>}
      {level === null ? null : <Level level={level} />}
      {sensitivity === null ? null : <Sensitive sensitivity={sensitivity} />}
    </>
  );
}

function Level({ level }: { level: NonNullable<WaitingRow["level"]> }) {
  const { variant, Icon } = levelLooks[level];
  return (
    <Badge variant={variant} icon={Icon && <Icon aria-hidden />}>
      {LEVEL_LABELS[level]}
    </Badge>
  );
}

function Sensitive({ sensitivity }: { sensitivity: NonNullable<WaitingRow["sensitivity"]> }) {
  const { variant, Icon } = sensitivityLooks[sensitivity];
  return (
    <Badge variant={variant} icon={Icon && <Icon aria-hidden />}>
      {SENSITIVITY_LABELS[sensitivity]}
    </Badge>
  );
}
