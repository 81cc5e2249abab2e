import { LayoutDashboard } from "lucide-react";
import { Suspense, useState } from "react";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { iconOnPhone } from "../../ui/button-classes";
import { lazyPart } from "../../ui/lazy-part";

const BoardSheet = lazyPart(() => import("./board-sheet").then((part) => part.BoardSheet));

/** Opens the sheet that says which cards are shown, and where. */
export function ArrangeButton() {
  const viewer = useViewer();
  const [isOpen, setOpen] = useState(false);
  if (!viewer) return null;
  const canSave = viewer.capabilities.includes("self.write");
  return (
    <>
      <Button
        variant="ghost"
        className={iconOnPhone}
        disabledReason={canSave ? null : "The board is not yours to change while you look through somebody else's eyes"}
        onClick={() => setOpen(true)}
      >
        <LayoutDashboard aria-hidden />
        <span className="max-sm:sr-only">Arrange</span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BoardSheet viewer={viewer} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
