import { Ban, CircleCheck, CircleX, type LucideIcon } from "lucide-react";
import { OUTCOME_WORDS } from "../../../convex/core/audit/rules/eventWords";
import type { AuditOutcome } from "../../../convex/core/audit/table";
import { Badge, type BadgeVariant } from "../../ui/text/badge";

// Nearly everything succeeds: what did not should be seen first.
const looks: Record<AuditOutcome, { variant: BadgeVariant; Icon: LucideIcon }> = {
  success: { variant: "outline", Icon: CircleCheck },
  denied: { variant: "warning", Icon: Ban },
  failure: { variant: "destructive", Icon: CircleX },
};

/** How an audited action ended, the same everywhere. */
export function OutcomeBadge({ outcome }: { outcome: AuditOutcome }) {
  const { variant, Icon } = looks[outcome];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {OUTCOME_WORDS[outcome]}
    </Badge>
  );
}
