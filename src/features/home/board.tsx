import { Fragment, type ReactNode } from "react";
import { boardOf, columnOf, type HomeColumn } from "../../../convex/core/people/rules/home";
import type { HomeCard } from "../../../convex/core/people/table";
import { useViewer, type Viewer } from "../../shell/session";
import { useQuickActions, useWaiting } from "./api";
import { FirstSteps } from "./first-steps";
import { isForViewer } from "./home-cards";
import { OversightCard } from "./oversight-card";
import { QuickActions } from "./quick-actions";

/** The cards that other features bring. */
export type BroughtCards = Readonly<Record<Exclude<HomeCard, "quickActions" | "oversight">, ReactNode>>;

/** The viewer's cards of one column in their order. */
export function BoardColumn({ column, brought }: { column: HomeColumn; brought: BroughtCards }) {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <Cards
      viewer={viewer}
      column={column}
      cards={{ ...brought, quickActions: <QuickActions />, oversight: <OversightCard /> }}
    />
  );
}

function Cards({
  viewer,
  column,
  cards,
}: {
  viewer: Viewer;
  column: HomeColumn;
  cards: Readonly<Record<HomeCard, ReactNode>>;
}) {
  const quick = useQuickActions();
  const waiting = useWaiting();
  const board = boardOf(viewer.homeCards, viewer.pinnedHomeCards).filter((card) =>
    isForViewer(card, viewer.capabilities),
  );
  // Whoever is new sees where to begin instead of three cards that would say "nothing yet".
  const isNew = quick?.isNew === true && waiting?.items.length === 0 && viewer.homeCards === null;
  const replaced: readonly HomeCard[] = isNew ? ["openRequests", "myAccess", "quickActions"] : [];
  return (
    <>
      {isNew && column === "main" ? <FirstSteps actions={quick.actions} /> : null}
      {board
        .filter((card) => columnOf(card) === column && !replaced.includes(card))
        .map((card) => (
          <Fragment key={card}>{cards[card]}</Fragment>
        ))}
      {board.length === 0 && column === "main" ? (
        <p className="text-sm text-muted">You put every card away. “Arrange” brings them back.</p>
      ) : null}
    </>
  );
}
