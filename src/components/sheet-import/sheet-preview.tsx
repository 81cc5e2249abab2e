import { CircleCheck, CirclePlus, Pencil } from "lucide-react";
import { useEffect, useRef } from "react";
import { plural } from "../../../convex/lib/pure/text";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { RowGap, useVirtualRows } from "../../ui/list/virtual-rows";
import { Alert } from "../../ui/page/alert";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Badge } from "../../ui/text/badge";
import type { Preview, SheetNoun } from "./sheet-outcome";

/** What the chosen file would do, or everything that is wrong with it; or what was read elsewhere, which has no rows. */
export function SheetPreview({
  text,
  noun,
  usePreview,
  onPreview,
  isFile = true,
}: {
  text: string;
  noun: SheetNoun;
  usePreview: (text: string | null) => Preview | undefined;
  onPreview: (preview: Preview) => void;
  isFile?: boolean;
}) {
  const preview = usePreview(text);
  useEffect(() => {
    if (preview) onPreview(preview);
  }, [preview, onPreview]);
  if (preview === undefined) {
    return (
      <SkeletonGroup label={isFile ? "Checking the file" : "Checking what was read"} className="flex flex-col gap-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="w-3/4" />
        ))}
      </SkeletonGroup>
    );
  }
  return preview.problems.length > 0 ? (
    <Problems problems={preview.problems} isFile={isFile} />
  ) : (
    <Rows rows={preview.rows} noun={noun} isFile={isFile} />
  );
}

interface From {
  isFile: boolean;
}

/** Longer files keep only the rows near the view in the document. */
const DRAWN_WHOLE = 200;
const ROW_PX = 41;
/** One with a second line. */
const DETAILED_ROW_PX = 54;

/** At most 100 (`MAX_PROBLEMS`), so all of them are drawn. */
function Problems({ problems, isFile }: Pick<Preview, "problems"> & From) {
  return (
    <>
      <Alert
        meaning="danger"
        title={`${plural(problems.length, "problem")} in ${isFile ? "this file" : "what was read"}`}
      >
        {isFile
          ? "Nothing is imported until the file is right. Fix it and choose it again."
          : "Nothing is assigned until they are solved, there or here. Then read it again."}
      </Alert>
      <TableScroll label="Problems, scrollable" maxHeight="40dvh" className="rounded-md border border-line">
        <Table aria-label="Problems">
          <TableHead>
            <HeadRow>
              {isFile ? <HeaderCell numeric>Row</HeaderCell> : null}
              <HeaderCell>Column</HeaderCell>
              <HeaderCell>What is wrong</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {problems.map(({ row, column, message }, index) => (
              // Two problems may say the same of one cell; the list never changes its order.
              <TableRow key={index}>
                {isFile ? <Cell numeric>{row ?? "–"}</Cell> : null}
                <Cell mono className="max-w-32 truncate">
                  {column ?? "–"}
                </Cell>
                <Cell className="min-w-40 wrap-anywhere text-ink">{message}</Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableScroll>
    </>
  );
}

const looks = {
  create: { word: "Create", variant: "default", Icon: CirclePlus },
  change: { word: "Change", variant: "secondary", Icon: Pencil },
  nothing: { word: "Skip", variant: "outline", Icon: CircleCheck },
} as const;

function Rows({ rows, noun, isFile }: Pick<Preview, "rows"> & From & { noun: SheetNoun }) {
  const label = isFile ? "What the file would do" : "What would change";
  const scroller = useRef<HTMLDivElement>(null);
  const { indexes, before, after, measure } = useVirtualRows({
    count: rows.length,
    scroller,
    rowPx: rows[0]?.detail ? DETAILED_ROW_PX : ROW_PX,
    keyOf: (index) => rows[index]?.row ?? index,
    wholeUpTo: DRAWN_WHOLE,
  });
  const columns = isFile ? 3 : 2;
  return (
    <TableScroll
      label={`${label}, scrollable`}
      maxHeight="40dvh"
      scrollRef={scroller}
      className="rounded-md border border-line"
    >
      <Table aria-label={label} aria-rowcount={rows.length + 1}>
        <TableHead>
          <HeadRow aria-rowindex={1}>
            {isFile ? <HeaderCell numeric>Row</HeaderCell> : null}
            <HeaderCell>{noun.one.charAt(0).toUpperCase() + noun.one.slice(1)}</HeaderCell>
            <HeaderCell>What happens</HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          <RowGap height={before} columns={columns} />
          {indexes.map((index) => {
            const shown = rows[index];
            if (!shown) return null;
            const { row, name, detail, does, changes } = shown;
            const { word, variant, Icon } = looks[does];
            return (
              <TableRow key={row} ref={measure} data-index={index} aria-rowindex={index + 2}>
                {isFile ? <Cell numeric>{row}</Cell> : null}
                <Cell className="min-w-32 wrap-anywhere text-ink">
                  {name}
                  {detail === null ? null : <span className="block text-xs text-muted">{detail}</span>}
                </Cell>
                <Cell>
                  <Badge variant={variant} icon={<Icon aria-hidden />}>
                    {word}
                  </Badge>
                  {does === "nothing" && changes === null ? (
                    <span className="ml-2 text-muted">nothing differs</span>
                  ) : changes ? (
                    <span className="ml-2 text-ink-soft">{changes}</span>
                  ) : null}
                </Cell>
              </TableRow>
            );
          })}
          <RowGap height={after} columns={columns} />
        </TableBody>
      </Table>
    </TableScroll>
  );
}
