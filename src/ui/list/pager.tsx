import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button";
import { Select } from "../form/select";

/** Where a page by cursors can go. Absent: there is nothing in that direction. */
export interface PagerWays {
  readonly onFirst?: () => void;
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

/** Below a list: how many rows a page has, which part this is, and the ways on. */
export function Pager<Size extends number>(
  props: PagerWays & {
    /** What the list holds: "requests". */
    of: string;
    sizes: readonly Size[];
    size: Size;
    onSize: (size: Size) => void;
    /** "51–100 of 1,000+". */
    position: ReactNode;
  },
) {
  return (
    <nav
      aria-label={`Pages of ${props.of}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:justify-end"
    >
      <div className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden className="print:hidden">
          Rows
        </span>
        <Select
          aria-label="Rows per page"
          className="w-20 print:hidden"
          options={props.sizes.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(props.size)}
          onValueChange={(size) => {
            const chosen = props.sizes.find((one) => String(one) === size);
            if (chosen !== undefined) props.onSize(chosen);
          }}
        />
        {/* As wide as "1–50 of 1,000+": the number comes after the rows, and pushes nothing. */}
        <span className="tabular-nums sm:min-w-[15ch] sm:text-right">{props.position}</span>
      </div>
      <div className="flex items-center gap-1.5 print:hidden">
        <Button
          variant="outline"
          size="icon"
          aria-label="First page"
          disabledReason={props.onFirst ? null : "This is the first page"}
          onClick={props.onFirst}
        >
          <ChevronsLeft aria-hidden />
        </Button>
        <Button
          variant="outline"
          disabledReason={props.onPrevious ? null : "There is nothing before this page"}
          onClick={props.onPrevious}
        >
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button variant="outline" disabledReason={props.onNext ? null : "This is the last page"} onClick={props.onNext}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
