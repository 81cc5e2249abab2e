import { Suspense, useState } from "react";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import type { Ticket } from "../api";

const RedactDialog = lazyPart(() => import("./redact-dialog").then((part) => part.RedactDialog));

/** The way to take out what should never have been sent: for agents, in whatever state the ticket is. */
export function RedactButton({ ticket }: { ticket: Ticket }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" className="ml-1.5 self-start text-muted" onClick={() => setOpen(true)}>
        Redact words or files
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <RedactDialog ticket={ticket} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
