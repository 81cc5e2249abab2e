import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

/**
 * Asks before what was not saved is left behind, inside the portal and by the browser when its tab closes. A change of
 * the address alone (a tab, a draft's place) is no leaving, unless `isAnother` says that it shows something else. What
 * is kept when its page is left, and not when its tab closes, is told apart by `isClosedUnsaved`.
 */
export function LeaveGuard({
  title,
  isUnsaved,
  isClosedUnsaved = isUnsaved,
  isAnother = () => false,
}: {
  title: string;
  isUnsaved: () => boolean;
  isClosedUnsaved?: () => boolean;
  isAnother?: (from: Place, to: Place) => boolean;
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || isAnother(current, next)) && isUnsaved(),
    enableBeforeUnload: isClosedUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.();
      }}
      title={title}
      description="Are you sure you want to leave? Your changes may not be saved."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
