import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { QueueSearch } from "../features/lists/search";
import type { QueueProps } from "../features/lists/types";
import { useViewer, type Viewer } from "../shell/session";

/** Why somebody cannot take rows out of the portal, or null. */
export function whyNotExport({
  capabilities,
  impersonation,
}: Pick<Viewer, "capabilities" | "impersonation">): string | null {
  if (capabilities.includes("audit.export")) return null;
  return impersonation ? "You cannot export while you impersonate somebody" : "Admins can export";
}

/** What both queues need of the router and the session; null until the viewer is known. */
export function useQueueProps(search: QueueSearch): QueueProps | null {
  const viewer = useViewer();
  const router = useRouter();
  const navigate = useNavigate();
  const onSearch = useCallback<QueueProps["onSearch"]>(
    (next, how) => void navigate({ to: ".", search: { ...next }, replace: how === "replace", resetScroll: false }),
    [navigate],
  );
  const onOpen = useCallback((path: string) => void router.navigate({ to: path }), [router]);
  if (!viewer) return null;
  const person = viewer.impersonation
    ? { id: viewer.impersonation.impersonatingUserId, name: viewer.impersonation.name }
    : { id: viewer._id, name: `${viewer.firstName} ${viewer.lastName}` };
  const holds = (capability: string): boolean => viewer.capabilities.includes(capability);
  return {
    search,
    onSearch,
    onOpen,
    viewer: { ...person, canManage: holds("tasks.manage"), whyNotExport: whyNotExport(viewer) },
  };
}
