import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PAGES } from "../../../convex/site/pages";
import { SystemLabel } from "../../components/kinds/system-icon";
import { systemName } from "../../components/kinds/system-name";
import { QueryBoundary } from "../../components/query-boundary";
import { count } from "../../lib/text";
import { Sheet } from "../../ui/floating/sheet";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Card } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Nothing } from "../../ui/text/nothing";
import { type TaskTypeRow, useTaskTypes } from "./api";
import { ExecutorBadge } from "./executor-badge";
import { timeWords } from "./template-words";
import { VersionBadge } from "./version-badge";

/** The task types templates are made of, and where each is used. */
export function TaskTypes() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Tasks"
        context="The task types that workflows are built from: their inputs, what repeating them does, and how they are undone."
      />
      <Card aria-label="Task types">
        <QueryBoundary title="The task types did not load">
          <LiveTaskTypes />
        </QueryBoundary>
      </Card>
    </div>
  );
}

function LiveTaskTypes() {
  const types = useTaskTypes();
  const [openName, setOpenName] = useState<string | null>(null);
  if (!types) {
    return (
      <SkeletonGroup label="Loading the task types" className="flex flex-col gap-3 p-4">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <Skeleton key={row} className="h-6" />
        ))}
      </SkeletonGroup>
    );
  }
  const open = types.find(({ name }) => name === openName);
  return (
    <>
      <TableScroll label="Task types, scrollable">
        <Table stacks>
          <TableHead>
            <HeadRow>
              <HeaderCell>Task type</HeaderCell>
              <HeaderCell>Carried out by</HeaderCell>
              <HeaderCell>Inputs</HeaderCell>
              <HeaderCell numeric>Time-out</HeaderCell>
              <HeaderCell numeric>Attempts</HeaderCell>
              <HeaderCell>Repeats</HeaderCell>
              <HeaderCell>Dry run</HeaderCell>
              <HeaderCell>Used by</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {types.map((type) => (
              <TaskTypeLine key={type.name} type={type} onOpen={() => setOpenName(type.name)} />
            ))}
          </TableBody>
        </Table>
      </TableScroll>
      {open ? <TaskTypeSheet type={open} onClose={() => setOpenName(null)} /> : null}
    </>
  );
}

// The card of a phone leads to them: the sheet names each.
const quiet = "@max-2xl/rows:hidden!";

function TaskTypeLine({ type, onOpen }: { type: TaskTypeRow; onOpen: () => void }) {
  const { name, title, executor, inputs, timeoutMs, maxAttempts, isIdempotent, hasDryRun, usedBy } = type;
  return (
    <TableRow className="@max-2xl/rows:grid-cols-[1fr_auto] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-1">
      <Cell className="whitespace-nowrap @max-2xl/rows:whitespace-normal">
        <button
          type="button"
          onClick={onOpen}
          className="rounded-sm text-left font-medium text-ink hover:text-accent-text hover:underline"
        >
          {title}
        </button>
        <span className="block font-mono text-xs text-muted">{name}</span>
      </Cell>
      <Cell className="whitespace-nowrap">
        <span className="flex items-center gap-2 @max-2xl/rows:flex-col @max-2xl/rows:items-end @max-2xl/rows:gap-1">
          <ExecutorBadge executor={executor} />
          {type.connector === null ? null : <SystemLabel system={type.connector} className="text-xs text-muted" />}
        </span>
      </Cell>
      <Cell className={`min-w-32 font-mono text-xs leading-5 text-ink-soft ${quiet}`}>
        {inputs.length === 0 ? <Nothing /> : inputWords(inputs)}
      </Cell>
      <Cell numeric className={`whitespace-nowrap ${quiet}`}>
        {timeWords(timeoutMs)}
      </Cell>
      <Cell numeric className={quiet}>
        {maxAttempts}
      </Cell>
      <Cell className={`whitespace-nowrap ${quiet}`}>{isIdempotent ? "Change nothing" : "Not repeated"}</Cell>
      <Cell className={quiet}>{hasDryRun ? "Yes" : "No"}</Cell>
      <Cell className="whitespace-nowrap @max-2xl/rows:col-span-2">
        {usedBy.length === 0 ? (
          <span className="text-muted">Nobody</span>
        ) : (
          count(new Set(usedBy.map(({ key }) => key)).size, "workflow")
        )}
      </Cell>
    </TableRow>
  );
}

/** Names, groups as one: "monitor.*". */
function inputWords(inputs: TaskTypeRow["inputs"]): string {
  const names = inputs.map(({ name, isRequired }) =>
    name.includes(".") ? `${name.split(".")[0] ?? ""}.*?` : isRequired ? name : `${name}?`,
  );
  return [...new Set(names)].join(", ");
}

function SystemOf({ type: { connector, operation } }: { type: TaskTypeRow }) {
  if (connector === null) return operation;
  return (
    <SystemLabel system={connector}>
      {operation === null ? systemName(connector) : `${systemName(connector)}: ${operation}`}
    </SystemLabel>
  );
}

function TaskTypeSheet({ type, onClose }: { type: TaskTypeRow; onClose: () => void }) {
  const {
    title,
    name,
    executor,
    inputs,
    output,
    timeoutMs,
    maxAttempts,
    isIdempotent,
    hasDryRun,
    compensation,
    usedBy,
  } = type;
  return (
    <Sheet wide open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title={title}>
      <div className="flex flex-col gap-5 px-4 pb-6">
        <DescriptionList
          items={[
            { term: "Name", value: <span className="font-mono text-xs">{name}</span> },
            {
              term: "Carried out by",
              value: (
                <span className="flex flex-wrap gap-2">
                  <ExecutorBadge executor={executor} />
                  <SystemOf type={type} />
                </span>
              ),
            },
            { term: "Inputs", value: inputs.length === 0 ? "None" : <InputList inputs={inputs} /> },
            { term: "Leaves behind", value: output },
            { term: "Time-out of an attempt", value: timeWords(timeoutMs) },
            { term: "Attempts", value: maxAttempts },
            {
              term: "A second attempt",
              value: isIdempotent
                ? "Finds what the first one did, and does not do it again"
                : "Is never created automatically",
            },
            {
              term: "Dry run",
              value: hasDryRun ? "Shown to requester and approvers before they decide" : "There is none",
            },
            { term: "Taken back by", value: compensation ?? "It cannot be taken back" },
          ]}
        />
        <section aria-label="Used by" className="flex flex-col gap-2">
          <h3 className="text-base font-semibold text-ink">Used by</h3>
          {usedBy.length === 0 ? (
            <p className="text-base text-muted">No workflow uses it.</p>
          ) : (
            <ul className="flex flex-col">
              {usedBy.map((use) => (
                <li
                  key={`${use.key} ${use.version}`}
                  className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 last:border-b-0"
                >
                  <Link
                    to={PAGES.workflow.path}
                    params={{ key: use.key }}
                    search={{ version: use.version }}
                    className="text-accent-text underline underline-offset-2"
                  >
                    {use.name}, version {use.version}
                  </Link>
                  <VersionBadge status={use.status} />
                  <span className="font-mono text-xs text-muted">{use.tasks.join(", ")}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Sheet>
  );
}

function InputList({ inputs }: { inputs: TaskTypeRow["inputs"] }) {
  return (
    <ul className="flex flex-col gap-1">
      {inputs.map(({ name, what, isRequired }) => (
        <li key={name}>
          <span className="font-mono text-xs">{name}</span>
          <span className="text-muted">
            {" "}
            {what}
            {isRequired ? "" : " (optional)"}
          </span>
        </li>
      ))}
    </ul>
  );
}
