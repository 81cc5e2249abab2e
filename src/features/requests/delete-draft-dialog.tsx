import { ConfirmDialog } from "../../ui/floating/confirm-dialog";

/** Asks before a draft is deleted, on its form and in the list of one's own. */
export function DeleteDraftDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => Promise<void>;
}) {
  return (
    <ConfirmDialog
      {...props}
      title="Delete this draft?"
      description="What you typed will be lost. This cannot be undone."
      confirmLabel="Delete draft"
      busyLabel="Deleting"
      destructive
    />
  );
}
