import {
  Archive,
  CircleCheck,
  CircleDashed,
  CircleX,
  Eye,
  GitMerge,
  type LucideIcon,
  Route,
  Timer,
} from "lucide-react";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import type { IdeaRow } from "./api";

const LOOKS: Readonly<Record<IdeaRow["status"], readonly [BadgeVariant, LucideIcon]>> = {
  New: ["outline", CircleDashed],
  "Under review": ["secondary", Eye],
  Planned: ["secondary", Route],
  "In progress": ["warning", Timer],
  Shipped: ["default", CircleCheck],
  Declined: ["destructive", CircleX],
  Merged: ["neutral", GitMerge],
  Withdrawn: ["neutral", Archive],
  Deleted: ["neutral", Archive],
};

/** Where an idea stands. */
export function IdeaStatusBadge({ status }: { status: IdeaRow["status"] }) {
  const [variant, Icon] = LOOKS[status];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {status}
    </Badge>
  );
}
