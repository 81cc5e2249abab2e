import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";

/** Asks before an incomplete request is left behind, inside the portal and by the browser when its tab closes. */
export function LeaveGuard({ isIncomplete }: { isIncomplete: () => boolean }) {
  const blocker = useBlocker({
    // Writing the draft's place into the URL is no leaving.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isIncomplete(),
    enableBeforeUnload: isIncomplete,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.();
      }}
      title="Leave this request?"
      description="Are you sure you want to leave? Your changes may not be saved."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
