import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { MAX_PATTERNS } from "../../../convex/core/domains/rules/patterns";
import { plural } from "../../../convex/lib/pure/text";
import { randomKey } from "../../lib/random-key";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/form/checkbox";
import { Combobox } from "../../ui/form/combobox";
import { Input } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { type MoveRow, OrderButtons } from "../../ui/list/order-buttons";
import { useRowFocus } from "../../ui/list/use-row-focus";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { type DomainId, useDomainNames } from "./api";

/** A line of the list while it is written. */
export interface TypedPattern {
  readonly key: string;
  readonly kind: "database" | "product";
  readonly pattern: string;
  readonly domainId: DomainId | null;
  readonly isShared?: boolean | undefined;
}

const KINDS = [
  { value: "database", label: "Databases" },
  { value: "product", label: "Data products" },
] as const;

/** An empty line. */
export function emptyPattern(): TypedPattern {
  return { key: randomKey(), kind: "database", pattern: "", domainId: null };
}

interface LinesProps {
  readonly lines: readonly TypedPattern[];
  readonly onChange: (lines: readonly TypedPattern[]) => void;
  /** What is wrong with a line, and how many names it decides about, by its place. */
  readonly problems: ReadonlyMap<number, string>;
  readonly decides: readonly number[];
}

/**
 * The patterns in the order in which they are asked; the buttons of a line move it. The moved line keeps the focus, and
 * its new place is said.
 */
export function PatternLines({ lines, onChange, problems, decides }: LinesProps) {
  const names = useDomainNames(true) ?? [];
  const domains = names
    .filter(({ status }) => status !== "archived")
    .map(({ id, name }) => ({ value: id as string, label: name, id }));
  const change = (at: number, fields: Partial<TypedPattern>): void =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...fields } : line)));
  const list = useRef<HTMLOListElement>(null);
  const focus = useRowFocus(list);
  const [said, say] = useState("");
  const nameOf = (at: number): string => lines[at]?.pattern.trim() || `Pattern ${at + 1}`;
  function move(at: number, ...[by, grip]: Parameters<MoveRow>): void {
    const [line, other] = [lines[at], lines[at + by]];
    if (!line || !other) return;
    onChange(lines.map((one, index) => (index === at ? other : index === at + by ? line : one)));
    say(`${nameOf(at)} is number ${at + by + 1} of ${lines.length} now`);
    focus({ at: at + by, grip });
  }
  function remove(at: number): void {
    onChange(lines.filter((_, index) => index !== at));
    say(`${nameOf(at)} was removed`);
    focus({ at, grip: "remove" });
  }
  return (
    <section aria-label="Patterns" className="flex flex-col gap-2">
      <ol ref={list} tabIndex={-1} aria-label="Patterns in their order" className="flex flex-col gap-3 sm:gap-2">
        {lines.map((line, at) => (
          <PatternLine
            key={line.key}
            line={line}
            at={at}
            count={lines.length}
            domains={domains}
            problem={problems.get(at)}
            decides={decides[at]}
            onChange={(fields) => change(at, fields)}
            onMove={(by, grip) => move(at, by, grip)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        disabledReason={lines.length >= MAX_PATTERNS ? `At most ${MAX_PATTERNS} patterns are kept` : null}
        onClick={() => onChange([...lines, emptyPattern()])}
      >
        <Plus aria-hidden />
        Add a pattern
      </Button>
    </section>
  );
}

interface LineProps {
  readonly line: TypedPattern;
  readonly at: number;
  readonly count: number;
  readonly domains: readonly { readonly value: string; readonly label: string; readonly id: DomainId }[];
  readonly problem: string | undefined;
  readonly decides: number | undefined;
  readonly onChange: (fields: Partial<TypedPattern>) => void;
  readonly onMove: MoveRow;
  readonly onRemove: () => void;
}

function PatternLine({ line, at, count, domains, problem, decides, onChange, onMove, onRemove }: LineProps) {
  const place = at + 1;
  const chosen = domains.find(({ id }) => id === line.domainId);
  return (
    <li aria-label={`Pattern ${place}`} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="w-5 text-right text-sm text-muted tabular-nums">
          {place}
        </span>
        <Select
          aria-label={`What pattern ${place} assigns`}
          className="w-36"
          options={KINDS}
          value={line.kind}
          onValueChange={(kind) => onChange({ kind })}
        />
        <Input
          aria-label={`Pattern ${place}`}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={`pattern-note-${line.key}`}
          className="min-w-32 flex-1 font-mono"
          autoComplete="off"
          spellCheck={false}
          placeholder="SALES_*"
          value={line.pattern}
          onChange={(event) => onChange({ pattern: event.target.value })}
        />
        <Combobox
          aria-label={`Data domain of pattern ${place}`}
          className="min-w-40 flex-1"
          items={[...domains]}
          value={chosen ? { value: chosen.value, label: chosen.label } : null}
          onValueChange={(item) =>
            onChange({ domainId: domains.find(({ value }) => value === item?.value)?.id ?? null })
          }
          emptyText="No domain by this name"
          placeholder="Choose a domain"
        />
        <OrderButtons name={`pattern ${place}`} index={at} last={count - 1} {...{ onMove, onRemove }} />
      </div>
      <Checkbox
        className="pl-7 text-sm"
        label="Other domains keep the name; this one is its primary"
        checked={line.isShared ?? false}
        onCheckedChange={(isShared) => onChange({ isShared })}
      />
      <p id={`pattern-note-${line.key}`} className="pl-7 text-xs">
        {problem === undefined ? (
          <span className="text-muted">{decides === undefined ? "" : `Decides about ${plural(decides, "name")}`}</span>
        ) : (
          <span className="text-danger">{problem}</span>
        )}
      </p>
    </li>
  );
}
