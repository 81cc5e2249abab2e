import { CircleCheck, CirclePlus, Pencil } from "lucide-react";
import { useEffect } from "react";
import { plural } from "../../../convex/lib/pure/text";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Alert } from "../../ui/page/alert";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Badge } from "../../ui/text/badge";
import type { Preview, SheetNoun } from "./sheet-outcome";

/** What the chosen file would do, or everything that is wrong with it. */
export function SheetPreview({
  text,
  noun,
  usePreview,
  onPreview,
}: {
  text: string;
  noun: SheetNoun;
  usePreview: (text: string | null) => Preview | undefined;
  onPreview: (preview: Preview) => void;
}) {
  const preview = usePreview(text);
  useEffect(() => {
    if (preview) onPreview(preview);
  }, [preview, onPreview]);
  if (preview === undefined) {
    return (
      <SkeletonGroup label="Checking the file" className="flex flex-col gap-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="w-3/4" />
        ))}
      </SkeletonGroup>
    );
  }
  return preview.problems.length > 0 ? (
    <Problems problems={preview.problems} />
  ) : (
    <Rows rows={preview.rows} noun={noun} />
  );
}

function Problems({ problems }: Pick<Preview, "problems">) {
  return (
    <>
      <Alert meaning="danger" title={`${plural(problems.length, "problem")} in this file`}>
        Nothing is imported until the file is right. Fix it and choose it again.
      </Alert>
      <TableScroll label="Problems, scrollable" maxHeight="40dvh" className="rounded-md border border-line">
        <Table aria-label="Problems">
          <TableHead>
            <HeadRow>
              <HeaderCell numeric>Row</HeaderCell>
              <HeaderCell>Column</HeaderCell>
              <HeaderCell>What is wrong</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {problems.map(({ row, column, message }, index) => (
              // Two problems may say the same of one cell; the list never changes its order.
              <TableRow key={index}>
                <Cell numeric>{row ?? "–"}</Cell>
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

function Rows({ rows, noun }: Pick<Preview, "rows"> & { noun: SheetNoun }) {
  return (
    <TableScroll label="What the file would do, scrollable" maxHeight="40dvh" className="rounded-md border border-line">
      <Table aria-label="What the file would do">
        <TableHead>
          <HeadRow>
            <HeaderCell numeric>Row</HeaderCell>
            <HeaderCell>{noun.one.charAt(0).toUpperCase() + noun.one.slice(1)}</HeaderCell>
            <HeaderCell>What happens</HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          {rows.map(({ row, name, detail, does, changes }) => {
            const { word, variant, Icon } = looks[does];
            return (
              <TableRow key={row}>
                <Cell numeric>{row}</Cell>
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
        </TableBody>
      </Table>
    </TableScroll>
  );
}
