import { ArrowDown, ArrowUp, Pin, Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
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
import { useRowFocus } from "../../ui/list/use-row-focus";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { toast } from "../../ui/toast/toast";
import { usePinCards, useSaveBoard } from "./api";
import { cardName, isForViewer } from "./home-cards";

const COLUMN_NAMES: Readonly<Record<HomeColumn, string>> = { main: "Main column", side: "Side column" };

/** What of a row was used to move it: that keeps the focus. */
type Grip = "up" | "down";

/**
 * Which cards Home shows, in which order: added, put away and moved by buttons, or Alt and the arrow keys. Saved with
 * each change.
 */
export function BoardSheet({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const board = useBoard(viewer);
  const away = HOME_CARDS.filter((card) => isForViewer(card, viewer) && !board.cards.includes(card));
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
        {away.length > 0 ? (
          <section aria-label="Put away" className="flex flex-col gap-1">
            <h3 className="text-sm font-medium text-muted">Put away</h3>
            <ul>
              {away.map((card) => (
                <li key={card} className="flex items-center gap-2 py-1">
                  <span className="min-w-0 flex-1 text-ink-soft">{cardName(card, viewer)}</span>
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Add ${cardName(card, viewer)}`}
                    onClick={() =>
                      board.save(inserted(board.cards, card), `${cardName(card, viewer)} is on your board`)
                    }
                  >
                    <Plus aria-hidden />
                    Add
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
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

  function move(index: number, by: -1 | 1, grip: Grip): void {
    const card = cards[index];
    if (card === undefined || cards[index + by] === undefined) return;
    board.save(
      moved(board.cards, card, by),
      `${cardName(card, viewer)} is number ${index + by + 1} of ${cards.length} in its column now`,
    );
    focus({ at: index + by, grip });
  }

  return (
    <section aria-label={COLUMN_NAMES[column]} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium text-muted">{COLUMN_NAMES[column]}</h3>
      {cards.length === 0 ? <p className="py-1 text-sm text-muted">Empty</p> : null}
      <ol ref={list}>
        {cards.map((card, index) => (
          <CardRow
            key={card}
            card={card}
            place={{ index, last: cards.length - 1 }}
            viewer={viewer}
            board={board}
            onMove={(by, grip) => move(index, by, grip)}
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
  onMove: (by: -1 | 1, grip: Grip) => void;
}) {
  const { card, place, viewer, board, onMove } = props;
  const name = cardName(card, viewer);
  const pinned: readonly HomeCard[] = viewer.pinnedHomeCards;
  const isPinned = pinned.includes(card);
  const byKey = (grip: Grip) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1, grip);
  };
  const button = { variant: "ghost", size: "iconSm" } as const;
  return (
    <li className="flex items-center gap-0.5 border-b border-line py-1 last:border-b-0">
      <span className="min-w-0 flex-1 text-ink">{name}</span>
      {viewer.capabilities.includes("home.pin") ? (
        <Button
          {...button}
          aria-pressed={isPinned}
          aria-label={`Pin ${name} for everybody`}
          onClick={() => board.pin(isPinned ? pinned.filter((other) => other !== card) : [...pinned, card])}
        >
          <Pin aria-hidden className={isPinned ? "fill-current text-accent-text" : undefined} />
        </Button>
      ) : null}
      <Button
        {...button}
        data-grip="up"
        aria-label={`Move ${name} up`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        disabledReason={place.index === 0 ? "It is the first of its column" : null}
        onClick={() => onMove(-1, "up")}
        onKeyDown={byKey("up")}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        {...button}
        data-grip="down"
        aria-label={`Move ${name} down`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        disabledReason={place.index === place.last ? "It is the last of its column" : null}
        onClick={() => onMove(1, "down")}
        onKeyDown={byKey("down")}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        {...button}
        aria-label={`Put ${name} away`}
        disabledReason={isPinned ? "An admin pinned this card for everybody" : null}
        onClick={() =>
          board.save(
            board.cards.filter((other) => other !== card),
            `${name} is put away`,
          )
        }
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
