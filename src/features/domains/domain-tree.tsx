import { ChevronDown, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { SENSITIVITY_LABELS, TYPE_LABELS } from "../../../convex/core/domains/rules";
import { pathTo } from "../../../convex/site/links";
import { RowLink } from "../../components/row-link";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { MoreButton } from "../../ui/list/more-button";
import { type DomainId, type DomainRow, useDomainLevel } from "./api";
import { DomainState, Names } from "./domain-parts";
import { moveInTree } from "./tree-keys";

const HEADINGS = ["Data domain", "State", "Type", "Sensitivity", "Owners", "Deputies"];

/** A row where there is no room for columns. */
const STACKED = "@max-2xl/rows:flex @max-2xl/rows:flex-wrap @max-2xl/rows:items-center";

/** A fact of a domain; it says which one where the heading is out of sight. */
function Cell({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <td role="gridcell" className="px-3 py-2 @max-2xl/rows:py-1">
      {label === undefined ? null : <span className="mr-1 text-xs text-muted @2xl/rows:hidden">{label}</span>}
      {children}
    </td>
  );
}

/** Every domain under the one it is a part of; what is below one is read when it is opened. */
export function DomainTree() {
  return (
    <div className="@container/rows overflow-x-auto">
      {/* A treegrid as WAI-ARIA has it, which is a table that is moved in: right opens and left closes. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="treegrid" aria-label="Data domains" className="w-full text-sm @max-2xl/rows:block" onKeyDown={onKey}>
        {/* Where rows stack, a row is no table row to the browser any more: the roles say it. */}
        <thead role="rowgroup" className="@max-2xl/rows:sr-only">
          <tr role="row" className="border-b border-line text-left text-xs text-muted">
            {HEADINGS.map((heading) => (
              <th key={heading} role="columnheader" scope="col" className="px-3 py-2 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-2xl/rows:block">
          <Level parentId={null} after={null} depth={1} />
        </tbody>
      </table>
    </div>
  );
}

function onKey(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (moveInTree(event.currentTarget, event.target as HTMLElement, event.key)) event.preventDefault();
}

interface LevelProps {
  readonly parentId: DomainId | null;
  readonly after: string | null;
  readonly depth: number;
}

/** One page of the domains below one, and the next page when it is asked for. */
function Level({ parentId, after, depth }: LevelProps) {
  const level = useDomainLevel(parentId, after);
  const [hasMore, setMore] = useState(false);
  if (level === undefined)
    return (
      <tr role="row" className={STACKED}>
        <td role="gridcell" colSpan={HEADINGS.length} className="px-3 py-2 text-muted">
          Loading...
        </td>
      </tr>
    );
  const { rows, next } = level;
  return (
    <>
      {rows.map((row, index) => (
        <Row key={row.id} row={row} depth={depth} isFirst={depth === 1 && after === null && index === 0} />
      ))}
      {next !== null && !hasMore ? (
        <tr role="row" className={STACKED}>
          <td role="gridcell" colSpan={HEADINGS.length} className="px-3 py-2">
            <MoreButton size="sm" variant="outline" list="tbody" rows="[aria-level]" onMore={() => setMore(true)}>
              Show more
            </MoreButton>
          </td>
        </tr>
      ) : null}
      {next !== null && hasMore ? <Level parentId={parentId} after={next} depth={depth} /> : null}
    </>
  );
}

function Row({ row, depth, isFirst }: { row: DomainRow; depth: number; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { id, name, description, status, type, sensitivity, owners, deputies, hasChildren } = row;
  return (
    <>
      <tr
        role="row"
        tabIndex={isFirst ? 0 : -1}
        aria-level={depth}
        {...(hasChildren && { "aria-expanded": isOpen })}
        className={cn("border-b border-line align-top last:border-b-0 hover:bg-hover @max-2xl/rows:py-1.5", STACKED)}
      >
        <td
          role="gridcell"
          className="min-w-56 px-3 py-2 @max-2xl/rows:w-full @max-2xl/rows:py-1"
          style={{ paddingLeft: `${depth * 1.25 - 0.5}rem` }}
        >
          <span className="flex items-start gap-1.5">
            {hasChildren ? (
              <Button
                size="iconSm"
                variant="ghost"
                data-toggle
                tabIndex={-1}
                aria-label={`${isOpen ? "Hide" : "Show"} what is part of ${name}`}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
              </Button>
            ) : null}
            <span className="flex min-w-0 flex-col wrap-anywhere">
              <RowLink to={pathTo("dataDomain", { domainId: id })}>{name}</RowLink>
              {description === "" ? null : <span className="line-clamp-1 text-xs text-muted">{description}</span>}
            </span>
          </span>
        </td>
        <Cell>
          <DomainState status={status} />
        </Cell>
        <Cell label="Type">{type === null ? <span className="text-muted">None</span> : TYPE_LABELS[type]}</Cell>
        <Cell label="Sensitivity">{SENSITIVITY_LABELS[sensitivity]}</Cell>
        <Cell label="Owners">
          <Names people={owners} none="Nobody decides yet" isNeeded />
        </Cell>
        <Cell label="Deputies">
          <Names people={deputies} none="None" />
        </Cell>
      </tr>
      {isOpen ? <Level parentId={id} after={null} depth={depth + 1} /> : null}
    </>
  );
}
