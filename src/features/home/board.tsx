import { Fragment, type ReactNode } from "react";
import { boardOf, columnOf, type HomeColumn } from "../../../convex/core/people/rules/home";
import type { HomeCard } from "../../../convex/core/people/table";
import { useViewer, type Viewer } from "../../shell/session";
import { Awaited } from "../../ui/page/awaited";
import { useIsWide } from "../../ui/use-is-wide";
import { useIsNew, useQuickActionsOrNull } from "./api";
import { FirstSteps } from "./first-steps";
import { isForViewer } from "./home-cards";
import { OversightCard } from "./oversight-card";
import { QuickActions } from "./quick-actions";

/** The cards that other features bring. */
export type BroughtCards = Readonly<Record<Exclude<HomeCard, "quickActions" | "oversight">, ReactNode>>;

/** The viewer's cards of one column in their order. */
export function BoardColumn({
  column,
  brought,
  systems,
}: {
  column: HomeColumn;
  brought: BroughtCards;
  /** How the connected systems are, as a row of another card. */
  systems: ReactNode;
}) {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <Cards
      viewer={viewer}
      column={column}
      cards={{ ...brought, quickActions: <QuickActions />, oversight: <OversightCard systems={systems} /> }}
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
  const quick = useQuickActionsOrNull();
  const isNew = useIsNew();
  const isWide = useIsWide("lg");
  const board = boardOf(viewer.homeCards, viewer.pinnedHomeCards).filter((card) => isForViewer(card, viewer));
  // Whoever is new sees where to begin instead of three cards that would say "nothing yet".
  const replaced: readonly HomeCard[] = isNew === true ? ["openRequests", "myAccess", "quickActions"] : [];
  // In one column what can be asked for stands further up.
  const elsewhere: readonly HomeCard[] = isWide ? replaced : [...replaced, "quickActions"];
  return (
    <>
      {isNew === undefined ? <Awaited /> : null}
      {isNew === true && quick && column === "main" ? <FirstSteps actions={quick.actions} /> : null}
      {board
        .filter((card) => columnOf(card) === column && !elsewhere.includes(card))
        .map((card) => (
          <Fragment key={card}>{cards[card]}</Fragment>
        ))}
      {board.length === 0 && column === "main" ? (
        <p className="text-sm text-muted">You have hidden every card. “Arrange” brings them back.</p>
      ) : null}
    </>
  );
}
