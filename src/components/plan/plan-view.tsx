import { ArrowRight } from "lucide-react";
import type { Call, Change, Plan } from "../../../convex/lib/pure/plan";
import { Cell, HeadRow, HeaderCell, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { CopyButton } from "../../ui/text/copy-button";
import { callText } from "../changes/call-text";

/**
 * What a task would do, or did: the difference it makes, and the exact statements or calls. The same
 * for whoever asked, whoever decides and whoever looks at it later.
 */
export function PlanView({ plan }: { plan: Plan }) {
  if (plan.steps.length === 0) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-ink-soft">Nothing has to change: everything requested is already in place.</p>
        <ul className="flex flex-col gap-1 text-sm text-muted">
          {plan.facts.map(({ subject, value }) => (
            <li key={subject} className="wrap-anywhere">
              {subject}: <span className="text-ink-soft">{value}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <DiffTable changes={plan.diff} />
      <ol className="flex flex-col gap-3" aria-label="Statements, in the order they are sent">
        {plan.steps.map(({ title, call }, index) => (
          <li key={`${index} ${title}`} className="flex flex-col gap-1">
            <p className="text-sm text-ink-soft wrap-anywhere">
              <span className="text-muted tabular-nums">{index + 1}.</span> {title}
            </p>
            <CallText call={call} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What is so today beside what will be so afterwards. */
export function DiffTable({ changes }: { changes: readonly Change[] }) {
  return (
    <TableScroll label="What changes" className="rounded-md border border-line">
      <Table stacks>
        <TableHead>
          <HeadRow>
            <HeaderCell>What</HeaderCell>
            <HeaderCell>Before</HeaderCell>
            <HeaderCell>After</HeaderCell>
          </HeadRow>
        </TableHead>
        <TableBody>
          {changes.map(({ subject, before, after }) => (
            <TableRow key={subject} className="@max-2xl/rows:gap-y-0.5">
              <Cell className="wrap-anywhere">{subject}</Cell>
              <Cell className="text-muted wrap-anywhere">{before}</Cell>
              <Cell className="font-medium text-ink wrap-anywhere">
                <span className="inline-flex items-baseline gap-1.5">
                  <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-muted" />
                  {after}
                </span>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

function CallText({ call }: { call: Call }) {
  const text = callText(call);
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <pre className="font-mono text-xs leading-5 whitespace-pre-wrap text-ink wrap-anywhere">{text}</pre>
        <p className="text-xs text-muted">as role {call.role}</p>
      </div>
      <CopyButton text={text} label="Copy this statement" />
    </div>
  );
}
