import type { ReactNode } from "react";
import { Card } from "../ui/page/card";
import { EmptyState } from "../ui/page/empty-state";
import { PageHeader } from "../ui/page/page-header";
import { useViewer } from "./session";

/**
 * Shows a page to those who hold its capability, and to others who can grant it. The server refuses by
 * the same table; this only spares people a page full of refusals.
 */
export function CapabilityGate(props: { capability: string; page: string; heldBy: string; children: ReactNode }) {
  const viewer = useViewer();
  if (!viewer) return null;
  if (viewer.capabilities.includes(props.capability)) return props.children;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={props.page} />
      <Card>
        <EmptyState kind="no-right" title="You cannot see this page">
          It is open to {props.heldBy}. A super admin can grant you the role.
        </EmptyState>
      </Card>
    </div>
  );
}
