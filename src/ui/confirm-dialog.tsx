import { Suspense, useState } from "react";
import type { ConfirmDialogProps } from "./confirm-dialog-body";
import { lazyPart } from "./lazy-part";

const Body = lazyPart(() => import("./confirm-dialog-body").then((part) => part.ConfirmDialogBody));

/**
 * Asks before something with consequences. A rejected `onConfirm` keeps the dialog open; the caller
 * reports it. Its code comes with the first question: most visits to a page never ask one.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  return wasOpened ? (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  ) : null;
}
