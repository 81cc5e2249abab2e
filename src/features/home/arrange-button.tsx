import { LayoutDashboard } from "lucide-react";
import { Suspense, useState } from "react";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";

const BoardSheet = lazyPart(() => import("./board-sheet").then((part) => part.BoardSheet));

/** Beside the greeting there is room for its words only where Home has two columns. */
const iconInOneColumn = "max-lg:w-8 max-lg:px-0 max-lg:pointer-coarse:w-11";

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
        className={iconInOneColumn}
        disabledReason={canSave ? null : "You cannot arrange Home while impersonating somebody"}
        onClick={() => setOpen(true)}
      >
        <LayoutDashboard aria-hidden />
        <span className="max-lg:sr-only">Arrange</span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BoardSheet viewer={viewer} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
