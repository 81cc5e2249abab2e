import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  MessageCircleQuestion,
  TriangleAlert,
} from "lucide-react";
import type { RequestStatus } from "../../../convex/core/requests/table";
import { Badge, type BadgeVariant } from "../../ui/text/badge";

const looks: Record<RequestStatus, { variant: BadgeVariant; Icon: LucideIcon }> = {
  Draft: { variant: "outline", Icon: CircleDashed },
  "Pending approval": { variant: "secondary", Icon: Hourglass },
  "In progress": { variant: "secondary", Icon: LoaderCircle },
  "Needs info": { variant: "warning", Icon: MessageCircleQuestion },
  Blocked: { variant: "destructive", Icon: TriangleAlert },
  Completed: { variant: "default", Icon: CircleCheck },
  Rejected: { variant: "destructive", Icon: CircleX },
  Expired: { variant: "neutral", Icon: Clock },
  Cancelled: { variant: "neutral", Icon: Ban },
};

/** Where a request stands, the same everywhere. */
export function RequestStatusBadge({ status }: { status: RequestStatus }) {
  const { variant, Icon } = looks[status];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {status}
    </Badge>
  );
}
