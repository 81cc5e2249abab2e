import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/button";

/** The end of a review: what it is for, and the way back. */
export function ReviewActions({
  children,
  busy,
  busyLabel,
  whyNot,
  onAct,
  onBack,
}: {
  children: ReactNode;
  busy: boolean;
  busyLabel: string;
  whyNot: string | null;
  onAct: () => void;
  onBack: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={busy} busyLabel={busyLabel} disabledReason={whyNot} onClick={onAct}>
        {children}
      </Button>
      <Button variant="outline" onClick={onBack}>
        <ArrowLeft aria-hidden />
        Back to the form
      </Button>
    </div>
  );
}
