import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { QueueSearch } from "../features/lists/search";
import type { QueueProps } from "../features/lists/types";
import { useViewer, whyNotExport } from "../shell/session";

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
