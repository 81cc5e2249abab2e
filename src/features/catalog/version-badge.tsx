import { Archive, CircleCheck, PencilLine } from "lucide-react";
import type { VersionStatus } from "../../../convex/core/catalog/table";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import { STATUSES } from "./template-words";

const looks: Readonly<Record<VersionStatus, { variant: BadgeVariant; Icon: typeof Archive }>> = {
  draft: { variant: "warning", Icon: PencilLine },
  published: { variant: "default", Icon: CircleCheck },
  retired: { variant: "outline", Icon: Archive },
};

/** Where a version stands. */
export function VersionBadge({ status }: { status: VersionStatus }) {
  const { variant, Icon } = looks[status];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {STATUSES[status]}
    </Badge>
  );
}
