import { Info, TrendingUp, UserRoundCheck } from "lucide-react";
import type { ReactNode } from "react";
import { SOURCE_LABELS } from "../../../../convex/core/approvals/rules/labels";
import { withoutPerson } from "../../../../convex/core/requests/rules";
import { pathTo } from "../../../../convex/site/links";
import { Found } from "../../../components/found/found";
import { TypeIcon } from "../../../components/kinds/type-icon";
import { PlainLink } from "../../../components/row-link";
import { Target } from "../../../components/target";
import { cn } from "../../../ui/cn";
import { Popover } from "../../../ui/floating/popover";
import { Checkbox } from "../../../ui/form/checkbox";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../../ui/list/table";
import { Badge } from "../../../ui/text/badge";
import { titleWhenCut } from "../../../ui/text/title-when-cut";
import { TruncatedText } from "../../../ui/text/truncated-text";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import type { WaitingRow } from "../api";
import { Deadline } from "../deadline";
import { alsoAsksWords } from "../decision-words";
import { progressWords } from "../quorum-words";
import { RequestChips } from "../request-chips";
import { RiskBadge } from "../risk-badge";
import { LookBeside, type RowActions, RowButtons } from "./row-buttons";
import { whyNotTogether } from "./waiting-rows";

/** Approvals that wait, one row each; on phones one card each. */
export function WaitingTable(
  props: {
    rows: readonly WaitingRow[];
    currentId: string | null;
    /** What is looked into beside the list. */
    besideId: string | null;
    selected: ReadonlySet<string>;
    label: string;
  } & RowActions,
) {
  return (
    <TableScroll label={props.label} className="border-t border-line">
      <Table stacks>
        <TableHead>
          <HeadRow>
            <HeaderCell className="w-9 print:hidden">
              <VisuallyHidden>Select</VisuallyHidden>
            </HeaderCell>
            <HeaderCell>Request</HeaderCell>
            <HeaderCell>For</HeaderCell>
            <HeaderCell>You decide</HeaderCell>
            <HeaderCell>Deadline</HeaderCell>
            <HeaderCell className="print:hidden">
              <VisuallyHidden>Actions</VisuallyHidden>
            </HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          {props.rows.map((row) => (
            <Row
              key={row.approvalId}
              row={row}
              isCurrent={row.approvalId === props.currentId}
              isBeside={row.approvalId === props.besideId}
              isSelected={props.selected.has(row.approvalId)}
              {...props}
            />
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

/** As what the reader decides, and how far the step is where it takes several. */
function Capacity({ row }: { row: WaitingRow }) {
  const progress = progressWords(row);
  return (
    <span className="block text-ink-soft @5xl/rows:min-w-28">
      <CardLabel words="You decide" /> {row.capacity}
      {progress ? <span className="ml-1.5 whitespace-nowrap text-muted tabular-nums">{progress}</span> : null}
      {row.ahead.length === 0 ? null : <span className="block text-muted">{alsoAsksWords(row.ahead)}</span>}
    </span>
  );
}

/** What the head of its column says, where a row is a card and has none. */
function CardLabel({ words }: { words: string }) {
  return <span className="font-normal text-muted @2xl/rows:hidden">{words}</span>;
}

function Row({
  row,
  isCurrent,
  isBeside,
  isSelected,
  onSelect,
  onFocusRow,
  ...actions
}: { row: WaitingRow; isCurrent: boolean; isBeside: boolean; isSelected: boolean } & RowActions) {
  const apart = whyNotTogether(row);
  return (
    <TableRow
      selected={isSelected}
      onFocus={() => onFocusRow(row)}
      className={cn(
        "@max-2xl/rows:grid-cols-[auto_minmax(0,1fr)] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-1.5",
        isCurrent &&
          "@max-2xl/rows:shadow-[inset_2px_0_0_var(--color-accent)] @2xl/rows:[&>td:first-child]:shadow-[inset_2px_0_0_var(--color-accent)]",
      )}
    >
      <Cell className="w-9 py-2 align-top @max-2xl/rows:row-span-4 print:hidden">
        {apart === null ? (
          <Checkbox
            label={<VisuallyHidden>{`Select ${row.requestKey}`}</VisuallyHidden>}
            checked={isSelected}
            onCheckedChange={(checked) => onSelect(row, checked)}
          />
        ) : (
          <DecidedAlone name={row.requestKey} why={apart} />
        )}
      </Cell>
      <RequestCell row={row} isBeside={isBeside} onLookBeside={actions.onLookBeside} />
      <Cell className="py-2 align-top">
        <span
          onPointerEnter={titleWhenCut}
          className="block max-w-44 truncate text-ink @max-2xl/rows:max-w-full @7xl/rows:max-w-64"
        >
          <CardLabel words="For" /> <Found text={row.beneficiary} />
        </span>
        {row.requester === row.beneficiary ? null : (
          <span
            onPointerEnter={titleWhenCut}
            className="block max-w-44 truncate text-muted @max-2xl/rows:max-w-full @7xl/rows:max-w-64"
          >
            asked by <Found text={row.requester} />
          </span>
        )}
      </Cell>
      <Cell className="py-2 align-top">
        <Capacity row={row} />
        <SeatBadges row={row} />
      </Cell>
      <Cell className="py-2 align-top @2xl/rows:w-44 @2xl/rows:min-w-40">
        <Deadline expireAt={row.expireAt} isPaused={row.isPaused} />
      </Cell>
      <Cell className="py-2 align-top @max-2xl/rows:col-start-2 @max-md/rows:col-span-full print:hidden">
        <RowButtons row={row} {...actions} />
      </Cell>
    </TableRow>
  );
}

/** What is asked for, why, and how far it goes. */
function RequestCell({
  row,
  isBeside,
  onLookBeside,
}: { row: WaitingRow; isBeside: boolean } & Pick<RowActions, "onLookBeside">) {
  return (
    <Cell className="w-1/2 max-w-0 min-w-56 py-2 align-top @max-2xl/rows:w-auto @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
      <span className="flex min-w-0 items-baseline gap-2 @max-2xl/rows:flex-wrap @max-2xl/rows:gap-y-0">
        <span className="shrink-0 font-mono text-xs text-muted">
          <Found text={row.requestKey} />
        </span>
        <span className="flex max-w-[75%] min-w-0 shrink-0 items-baseline gap-2 @max-2xl/rows:max-w-full">
          <TypeIcon typeKey={row.type.key} className="self-center" />
          <PlainLink
            href={pathTo("approval", { approvalId: row.address })}
            data-approval={row.approvalId}
            onPointerEnter={titleWhenCut}
            className="min-w-0 truncate rounded-sm text-base font-medium text-ink hover:underline pointer-coarse:relative pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            <Found text={withoutPerson(row.title, row.beneficiary)} />
          </PlainLink>
        </span>
        {row.target === null ? null : <Target name={row.target} />}
        <LookBeside row={row} isOn={isBeside} onLookBeside={onLookBeside} />
      </span>
      {row.reason === null ? null : (
        <span dir="auto" className="line-clamp-2 text-ink-soft wrap-anywhere">
          “<Found text={row.reason} />”
        </span>
      )}
      <span className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        {row.target === null ? <TruncatedText text={row.type.name} /> : null}
        <RequestChips of={row} />
        {row.isHighRisk ? <RiskBadge risk="high" /> : null}
      </span>
      {row.otherAreaReason === null ? null : (
        <TruncatedText className="mt-0.5 text-sm text-warning" text={`Another business area: ${row.otherAreaReason}`} />
      )}
    </Cell>
  );
}

/** Where others have their box: why this one is not decided together with them, for keyboard and touch as well. */
function DecidedAlone({ name, why }: { name: string; why: string }) {
  return (
    <Popover
      trigger={
        <button
          type="button"
          aria-label={`Why ${name} is decided alone`}
          className="relative -m-1 flex size-6 items-center justify-center rounded-sm text-muted after:absolute hover:text-ink pointer-coarse:after:-inset-2.5"
        >
          <Info aria-hidden className="size-4" />
        </button>
      }
      title="Decided alone"
    >
      <p className="text-ink-soft">{why}</p>
    </Popover>
  );
}

function SeatBadges({ row }: { row: WaitingRow }) {
  const badges: ReactNode[] = [];
  if (row.source === "escalation")
    badges.push(
      <Badge key="escalated" variant="warning" icon={<TrendingUp aria-hidden />}>
        Escalated to you
      </Badge>,
    );
  else if (row.source === "fallback" || row.source === "selfReview")
    badges.push(
      <Badge key="source" variant="outline" icon={<UserRoundCheck aria-hidden />}>
        {SOURCE_LABELS[row.source]}
      </Badge>,
    );
  if (row.isEscalated && row.source !== "escalation")
    badges.push(
      <Badge key="escalated" variant="warning" icon={<TrendingUp aria-hidden />}>
        Escalated
      </Badge>,
    );
  return badges.length === 0 ? null : <span className="mt-0.5 flex flex-wrap gap-1">{badges}</span>;
}
