import { LayoutDashboard } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { HomeCard } from "../../../convex/people/table";
import { boardOf, columnOf } from "../../../convex/people/rules/home";
import { CardSkeleton } from "../../components/card-skeleton";
import { useViewer, type Viewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { useQuickActions } from "./api";
import { CARD_NAMES, isForViewer } from "./home-cards";
import { QuickActions } from "./quick-actions";

const BoardSheet = lazyPart(() => import("./board-sheet").then((part) => part.BoardSheet));
const FirstSteps = lazyPart(() => import("./first-steps").then((part) => part.FirstSteps));
const OversightCard = lazyPart(() => import("./oversight-card").then((part) => part.OversightCard));

/** Cards that other features bring. */
export type BroughtCard = Exclude<HomeCard, "quickActions" | "oversight">;

/** The front page below its header: `first` always on top, then the viewer's cards in two columns; on phones one. */
export function Board({ first, cards }: { first: ReactNode; cards: Readonly<Record<BroughtCard, ReactNode>> }) {
  const viewer = useViewer();
  if (!viewer) return null;
  return <Columns viewer={viewer} first={first} cards={{ ...cards, quickActions: <QuickActions />, oversight: <OversightCard /> }} />;
}

function Columns({ viewer, first, cards }: { viewer: Viewer; first: ReactNode; cards: Readonly<Record<HomeCard, ReactNode>> }) {
  const quick = useQuickActions();
  const board = boardOf(viewer.homeCards, viewer.pinnedHomeCards).filter((card) => isForViewer(card, viewer.capabilities));
  // Whoever is new sees where to begin instead of three cards that would say "nothing yet".
  const isNew = quick?.isNew === true && viewer.homeCards === null;
  const replaced: readonly HomeCard[] = isNew ? ["openRequests", "myAccess", "quickActions"] : [];
  const column = (name: "main" | "side") => board.filter((card) => columnOf(card) === name && !replaced.includes(card)).map((card) => (
    <Suspense key={card} fallback={<CardSkeleton title={CARD_NAMES[card]} rows={3} label={`Loading ${CARD_NAMES[card]}`} />}>{cards[card]}</Suspense>
  ));
  const side = column("side");
  return (
    <div className={side.length > 0 ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]" : "grid gap-4"}>
      <div className="flex min-w-0 flex-col gap-4">
        {first}
        {isNew ? <Suspense fallback={null}><FirstSteps actions={quick.actions} /></Suspense> : null}
        {column("main")}
        {board.length === 0 ? <p className="text-sm text-muted">You put every card away. “Arrange” brings them back.</p> : null}
      </div>
      {side.length > 0 ? <div className="flex min-w-0 flex-col gap-4">{side}</div> : null}
    </div>
  );
}

/** Opens the sheet that says which cards are shown, and where. */
export function ArrangeButton() {
  const viewer = useViewer();
  const [isOpen, setOpen] = useState(false);
  if (!viewer) return null;
  const canSave = viewer.capabilities.includes("self.write");
  return (
    <>
      <Button variant="ghost" disabledReason={canSave ? null : "The board is not yours to change while you look through somebody else's eyes"} onClick={() => setOpen(true)}>
        <LayoutDashboard aria-hidden />
        Arrange
      </Button>
      {isOpen ? <Suspense fallback={null}><BoardSheet viewer={viewer} onClose={() => setOpen(false)} /></Suspense> : null}
    </>
  );
}
