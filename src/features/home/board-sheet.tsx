import { Pin, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import {
  boardOf,
  columnOf,
  DEFAULT_BOARD,
  HOME_CARDS,
  type HomeColumn,
  inserted,
  moved,
} from "../../../convex/core/people/rules/home";
import type { HomeCard } from "../../../convex/core/people/table";
import { explain } from "../../components/refusal-words";
import type { Viewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { Sheet } from "../../ui/floating/sheet";
import { type MoveRow, OrderButtons } from "../../ui/list/order-buttons";
import { useRowFocus } from "../../ui/list/use-row-focus";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { toast } from "../../ui/toast/toast";
import { usePinCards, useSaveBoard } from "./api";
import { cardName, isForViewer } from "./home-cards";

const COLUMN_NAMES: Readonly<Record<HomeColumn, string>> = { main: "Main column", side: "Side column" };

/**
 * Which cards Home shows, in which order: added, put away and moved by buttons, or Alt and the arrow keys. Saved with
 * each change.
 */
export function BoardSheet({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const board = useBoard(viewer);
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Arrange Home"
      footer={
        <Button variant="outline" size="sm" onClick={() => board.save([...DEFAULT_BOARD], "The usual cards are back")}>
          Back to the usual cards
        </Button>
      }
    >
      <div className="flex flex-col gap-5 px-4 pb-6">
        <p className="text-sm text-muted">“Waiting on you” always comes first. Every change is saved at once.</p>
        {(["main", "side"] as const).map((column) => (
          <ColumnList key={column} column={column} viewer={viewer} board={board} />
        ))}
        <AwayList viewer={viewer} board={board} />
        <VisuallyHidden>
          <span role="status">{board.said}</span>
        </VisuallyHidden>
      </div>
    </Sheet>
  );
}

interface Board {
  readonly cards: readonly HomeCard[];
  readonly said: string;
  readonly save: (cards: HomeCard[], words: string) => void;
  readonly pin: (cards: HomeCard[]) => void;
}

function useBoard(viewer: Viewer): Board {
  const saveBoard = useSaveBoard();
  const pinCards = usePinCards();
  const [said, say] = useState("");
  const tell = (error: unknown): void => toast.error("Your board was not saved", { description: explain(error) });
  return {
    cards: boardOf(viewer.homeCards, viewer.pinnedHomeCards),
    said,
    save: (cards, words) => {
      say(words);
      saveBoard(cards).catch(tell);
    },
    pin: (cards) => void pinCards(cards).catch(tell),
  };
}

function ColumnList({ column, viewer, board }: { column: HomeColumn; viewer: Viewer; board: Board }) {
  const cards = board.cards.filter((card) => columnOf(card) === column && isForViewer(card, viewer));
  const list = useRef<HTMLOListElement>(null);
  const focus = useRowFocus(list);

  function move(index: number, ...[by, grip]: Parameters<MoveRow>): void {
    const card = cards[index];
    if (card === undefined || cards[index + by] === undefined) return;
    board.save(
      moved(board.cards, card, by),
      `${cardName(card, viewer)} is number ${index + by + 1} of ${cards.length} in its column now`,
    );
    focus({ at: index + by, grip });
  }
  function putAway(index: number, card: HomeCard): void {
    board.save(
      board.cards.filter((other) => other !== card),
      `${cardName(card, viewer)} is put away`,
    );
    focus({ at: index, grip: "away" });
  }

  return (
    <section aria-label={COLUMN_NAMES[column]} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium text-muted">{COLUMN_NAMES[column]}</h3>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={`Cards of the ${COLUMN_NAMES[column].toLowerCase()}`}
        className="rounded-sm"
      >
        {cards.length === 0 ? <li className="py-1 text-sm text-muted">Empty</li> : null}
        {cards.map((card, index) => (
          <CardRow
            key={card}
            card={card}
            place={{ index, last: cards.length - 1 }}
            viewer={viewer}
            board={board}
            onMove={(by, grip) => move(index, by, grip)}
            onAway={() => putAway(index, card)}
          />
        ))}
      </ol>
    </section>
  );
}

function CardRow(props: {
  card: HomeCard;
  place: { index: number; last: number };
  viewer: Viewer;
  board: Board;
  onMove: MoveRow;
  onAway: () => void;
}) {
  const { card, place, viewer, board, onMove, onAway } = props;
  const name = cardName(card, viewer);
  const pinned: readonly HomeCard[] = viewer.pinnedHomeCards;
  const isPinned = pinned.includes(card);
  return (
    <li className="flex items-center gap-0.5 border-b border-line py-1 last:border-b-0">
      <span className="min-w-0 flex-1 text-ink">{name}</span>
      {viewer.capabilities.includes("home.pin") ? (
        <Button
          variant="ghost"
          size="iconSm"
          aria-pressed={isPinned}
          aria-label={`Pin ${name} for everybody`}
          onClick={() => board.pin(isPinned ? pinned.filter((other) => other !== card) : [...pinned, card])}
        >
          <Pin aria-hidden className={isPinned ? "fill-current text-accent-text" : undefined} />
        </Button>
      ) : null}
      <OrderButtons name={name} {...place} within="its column" onMove={onMove} />
      <Button
        variant="ghost"
        size="iconSm"
        data-grip="away"
        aria-label={`Put ${name} away`}
        disabledReason={isPinned ? "An admin pinned this card for everybody" : null}
        onClick={onAway}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

/** The cards that are on no column; one that is added leaves the focus to the next. */
function AwayList({ viewer, board }: { viewer: Viewer; board: Board }) {
  const list = useRef<HTMLUListElement>(null);
  const focus = useRowFocus(list);
  const away = HOME_CARDS.filter((card) => isForViewer(card, viewer) && !board.cards.includes(card));
  return (
    <section aria-label="Put away" className="flex flex-col gap-1">
      <h3 className="text-sm font-medium text-muted">Put away</h3>
      <ul ref={list} tabIndex={-1} aria-label="Cards that are put away" className="rounded-sm">
        {away.map((card, at) => (
          <li key={card} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 text-ink-soft">{cardName(card, viewer)}</span>
            <Button
              variant="outline"
              size="sm"
              data-grip="add"
              aria-label={`Add ${cardName(card, viewer)}`}
              onClick={() => {
                board.save(inserted(board.cards, card), `${cardName(card, viewer)} is on your board`);
                focus({ at, grip: "add" });
              }}
            >
              <Plus aria-hidden />
              Add
            </Button>
          </li>
        ))}
        {away.length === 0 ? <li className="py-1 text-sm text-muted">Nothing</li> : null}
      </ul>
    </section>
  );
}
