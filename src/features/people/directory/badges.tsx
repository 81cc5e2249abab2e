import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  type LucideIcon,
  LoaderCircle,
  MailQuestion,
  TriangleAlert,
  UserX,
} from "lucide-react";
import type { PersonStatus } from "../../../../convex/access/roles";
import { STATUS_LABELS } from "../../../../convex/core/people/rules/listed";
import type { AccountState } from "../../../../convex/core/shared/rules/accounts";
import { Badge, type BadgeVariant } from "../../../ui/text/badge";

interface Look {
  readonly variant: BadgeVariant;
  readonly Icon: LucideIcon;
}

const statusLooks: Record<PersonStatus, Look> = {
  active: { variant: "default", Icon: CircleCheck },
  invited: { variant: "secondary", Icon: MailQuestion },
  suspended: { variant: "warning", Icon: CirclePause },
  removed: { variant: "neutral", Icon: UserX },
  revoked: { variant: "neutral", Icon: Ban },
  expired: { variant: "neutral", Icon: Clock },
};

/** Where a person stands in the portal. */
export function PersonStatusBadge({ status }: { status: PersonStatus }) {
  const { variant, Icon } = statusLooks[status];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {STATUS_LABELS[status]}
    </Badge>
  );
}

const accountLooks: Record<AccountState, Look> = {
  Provisioning: { variant: "secondary", Icon: LoaderCircle },
  Active: { variant: "default", Icon: CircleCheck },
  Disabled: { variant: "warning", Icon: CirclePause },
  Dropped: { variant: "neutral", Icon: CircleX },
  Error: { variant: "destructive", Icon: TriangleAlert },
};

/** Where an account of a person stands. */
export function AccountBadge({ state }: { state: AccountState }) {
  const { variant, Icon } = accountLooks[state];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {state}
    </Badge>
  );
}
