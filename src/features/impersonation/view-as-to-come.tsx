import { Eye } from "lucide-react";
import { Button } from "../../ui/button";

/** Holds the place of the button that looks at a ticket through its requester's eyes, so that nothing moves when it comes. */
export function ViewAsToCome() {
  return (
    <Button size="sm" variant="outline" disabledReason="Loading">
      <Eye aria-hidden />
      View as requester
    </Button>
  );
}
