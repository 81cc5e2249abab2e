import { ArrowDown, ArrowUp, Settings2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { iconWhenNarrow, wordsWhenWide } from "../../ui/button-classes";
import { Popover } from "../../ui/floating/popover";
import { Checkbox } from "../../ui/form/checkbox";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { movedColumns, orderedColumns, shownColumns, toggledColumns } from "./shown-columns";

/** A column as it is chosen. */
interface Choice {
  readonly key: string;
  readonly heading: string;
}

/** How a list looks, as its address says it; what is left out is as usual. */
interface Look {
  readonly cols?: string | undefined;
  readonly density?: "compact" | undefined;
}

interface ViewOptionsProps {
  /** Those there are; the first is always shown, and first. */
  readonly columns: readonly Choice[];
  /** The keys of those shown where nobody chose. */
  readonly usual: readonly string[];
  readonly look: Look;
  /** Takes what changed of it. */
  readonly onLook: (look: Look) => void;
}

/** Which columns are shown, in what order, and how close the rows lie. */
export function ViewOptions(props: ViewOptionsProps) {
  return (
    <Popover
      title="Columns"
      align="end"
      trigger={
        <Button
          variant="outline"
          aria-label="Columns and density"
          title="Columns and density"
          className={iconWhenNarrow}
        >
          <Settings2 aria-hidden />
          <span className={wordsWhenWide}>Columns</span>
        </Button>
      }
    >
      <ColumnChoices {...props} />
      <div className="-mx-3 my-2 h-px bg-line" />
      <Checkbox
        label="Compact rows"
        checked={props.look.density === "compact"}
        onCheckedChange={(isOn) => props.onLook({ density: isOn ? "compact" : undefined })}
      />
    </Popover>
  );
}

function ColumnChoices({ columns, usual, look, onLook }: ViewOptionsProps) {
  const shown = shownColumns(columns, look.cols, usual).map(({ key }) => key);
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ readonly key: string; readonly by: -1 | 1; readonly to: number } | null>(null);
  const refocused = useRef(moved);
  useLayoutEffect(() => {
    if (!moved || moved === refocused.current || shown[moved.to] !== moved.key) return;
    // A row that changes places is taken out of the document for a moment, and loses its focus.
    refocused.current = moved;
    list.current?.querySelector<HTMLElement>(`[data-move="${moved.key} ${moved.by}"]`)?.focus();
  }, [moved, shown]);
  function move(key: string, by: -1 | 1): void {
    onLook({ cols: movedColumns(columns, shown, key, by, usual) });
    setMoved({ key, by, to: shown.indexOf(key) + by });
  }
  const heading = columns.find(({ key }) => key === moved?.key)?.heading;
  const place = moved ? shown.indexOf(moved.key) + 1 : 0;
  return (
    <>
      <ul ref={list} aria-label="Columns" className="flex flex-col gap-0.5">
        {orderedColumns(columns, shown).map(({ key, heading }, index) => (
          <li key={key} className="flex min-h-6 items-center justify-between gap-4">
            <Checkbox
              label={heading}
              checked={index === 0 || shown.includes(key)}
              disabled={index === 0}
              onCheckedChange={() => onLook({ cols: toggledColumns(columns, shown, key, usual) })}
            />
            {index > 0 && shown.includes(key) ? (
              <MoveButtons name={heading} id={key} place={shown.indexOf(key)} last={shown.length - 1} onMove={move} />
            ) : null}
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{place > 0 ? `${heading} is column ${place} of ${shown.length}` : ""}</span>
      </VisuallyHidden>
    </>
  );
}

function MoveButtons(props: {
  name: string;
  id: string;
  place: number;
  last: number;
  onMove: (key: string, by: -1 | 1) => void;
}) {
  const { name, id, place, last, onMove } = props;
  return (
    <span className="-my-0.5 flex shrink-0">
      <Button
        variant="ghost"
        size="iconSm"
        data-move={`${id} -1`}
        aria-label={`Move ${name} to the left`}
        disabledReason={place === 1 ? "Only the first column is further left" : null}
        onClick={() => onMove(id, -1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="iconSm"
        data-move={`${id} 1`}
        aria-label={`Move ${name} to the right`}
        disabledReason={place === last ? "It is the last column" : null}
        onClick={() => onMove(id, 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
    </span>
  );
}
