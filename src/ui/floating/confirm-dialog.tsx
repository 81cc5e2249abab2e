import { shownWhenOpened } from "./shown-when-opened";

/** Asks before something with consequences. A rejected `onConfirm` keeps the dialog open; the caller reports it. */
export const ConfirmDialog = shownWhenOpened(async () => (await import("./confirm-dialog-body")).ConfirmDialogBody);
