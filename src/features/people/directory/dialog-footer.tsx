import { Button } from "../../../ui/button";
import type { Moves, PersonPage } from "./api";

/** What every such dialog is given. */
export interface DialogProps {
  person: PersonPage;
  moves: Moves;
  onClose: () => void;
}

/** The two buttons under a dialog about a person. */
export function Footer(props: {
  isBusy: boolean;
  isDestructive?: boolean;
  label: string;
  busyLabel: string;
  disabledReason: string | null;
  onSave: () => void;
  onClose: () => void;
}) {
  return (
    <>
      <Button
        variant={props.isDestructive ? "destructive" : undefined}
        busy={props.isBusy}
        busyLabel={props.busyLabel}
        disabledReason={props.disabledReason}
        onClick={props.onSave}
      >
        {props.label}
      </Button>
      <Button variant="outline" onClick={props.onClose} disabledReason={props.isBusy ? "It is being saved" : null}>
        Cancel
      </Button>
    </>
  );
}
