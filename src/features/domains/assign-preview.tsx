import { plural } from "../../../convex/lib/pure/text";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Alert } from "../../ui/page/alert";
import type { ShownAssignment } from "./api";

/** What would move, from whom to whom, and what no pattern takes. */
export function AssignPreview({ preview }: { preview: ShownAssignment }) {
  const { moves, total, unmatched, totalUnmatched, obstacle } = preview;
  return (
    <section aria-label="What would move" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">
        {total === 0
          ? "Nothing would move"
          : `${plural(total, "name")} would move, in ${plural(preview.changedDomains, "data domain")}`}
      </h3>
      {obstacle === null ? null : (
        <Alert meaning="danger" title="This cannot be assigned">
          {obstacle}
        </Alert>
      )}
      {total === 0 ? (
        <p className="text-sm text-muted">Every name that a pattern matches is where the pattern puts it.</p>
      ) : (
        <Moves moves={moves} />
      )}
      {total > moves.length ? <p className="text-sm text-muted">These are the first {moves.length}.</p> : null}
      {totalUnmatched === 0 ? null : (
        <p className="text-sm wrap-anywhere">
          <span className="font-medium">No pattern matches, and no domain has:</span>{" "}
          <span className="text-ink-soft">
            {unmatched.map(({ name }) => name).join(", ")}
            {totalUnmatched > unmatched.length ? ` and ${totalUnmatched - unmatched.length} more` : ""}
          </span>
        </p>
      )}
    </section>
  );
}

function Moves({ moves }: Pick<ShownAssignment, "moves">) {
  return (
    <TableScroll label="What would move, scrollable" maxHeight="32dvh" className="rounded-md border border-line">
      <Table aria-label="What would move">
        <TableHead>
          <HeadRow>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell>Now</HeaderCell>
            <HeaderCell>Then</HeaderCell>
            <HeaderCell numeric>Pattern</HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          {moves.map(({ kind, name, from, kept, to, line }) => (
            <TableRow key={`${kind} ${name}`}>
              <Cell className="min-w-28 wrap-anywhere text-ink">
                <span className={kind === "database" ? "font-mono text-xs" : undefined}>{name}</span>
                <span className="block text-xs text-muted">{kind === "database" ? "Database" : "Data product"}</span>
              </Cell>
              <Cell className="min-w-28">
                {from.length + kept.length === 0 ? (
                  <span className="text-muted">In no domain</span>
                ) : (
                  [...from, ...kept].map(holderOf)
                )}
              </Cell>
              <Cell className="min-w-28">
                {holderOf(to)}
                {kept.length === 0 ? null : (
                  <span className="mt-1 block text-xs wrap-anywhere text-muted">
                    Also in {kept.map((one) => one.name).join(", ")}
                  </span>
                )}
              </Cell>
              <Cell numeric>{line + 1}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

function holderOf({ name, deciders }: ShownAssignment["moves"][number]["to"]) {
  return (
    <span key={name} className="block wrap-anywhere">
      {name}
      <span className="block text-xs text-muted">{deciders.join(", ") || "Nobody decides yet"}</span>
    </span>
  );
}
