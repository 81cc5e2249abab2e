import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";

/** Asks before changes that were not saved are left behind, inside the portal and by the browser when its tab closes. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    // Tabs and open tasks are part of the URL; going to another version is leaving.
    shouldBlockFn: ({ current, next }) => isChanged && (current.pathname !== next.pathname || versionOf(current.search) !== versionOf(next.search)),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.();
      }}
      title="Leave this draft?"
      description="Are you sure you want to leave? Your changes may not be saved."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

function versionOf(search: unknown): unknown {
  return (search as { version?: unknown }).version;
}
