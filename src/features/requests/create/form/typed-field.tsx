/** Fields of a form that are typed: one box, or several lines. */

import { maxLengthOf } from "../../../../../convex/core/catalog/rules/values";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { impossible } from "../../../../../convex/lib/pure/impossible";
import { DAY_MS } from "../../../../../convex/lib/pure/time";
import { formatDate } from "../../../../lib/dates";
import { cn } from "../../../../ui/cn";
import { DateInput } from "../../../../ui/form/date-input";
import { Input, Textarea } from "../../../../ui/form/input";
import { NumberInput } from "../../../../ui/form/number-input";
import { useNow } from "../../../../ui/text/use-now";

/** What is typed into one box. */
export function Typed({
  field,
  kind,
  text,
  change,
}: {
  field: FormField;
  kind: TypedKind;
  text: string;
  change: (value: string) => void;
}) {
  switch (kind) {
    case "text":
    case "email":
    case "warehouse":
      return (
        <Input
          type={kind === "email" ? "email" : "text"}
          value={text}
          onChange={(event) => change(event.target.value)}
          className="max-w-md"
          autoComplete="off"
          spellCheck={kind === "text" && !field.pattern && !field.personName}
        />
      );
    case "number":
      return <NumberInput value={text} onChange={change} />;
    case "durationDays":
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <NumberInput value={text} onChange={change} />
          <EndDate days={text} />
        </div>
      );
    case "money":
      return (
        <Input
          inputMode="decimal"
          value={text}
          onChange={(event) => change(event.target.value)}
          className="w-40 tabular-nums"
          autoComplete="off"
          placeholder="0.00"
        />
      );
    case "date":
      return <DateInput value={text} onChange={change} />;
    case "publicKey":
      return (
        <Textarea
          value={text}
          onChange={(event) => change(event.target.value)}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          placeholder={field.example}
          className="font-mono text-sm"
        />
      );
    case "cidrList":
    case "nameList":
      return (
        <Textarea
          value={text}
          onChange={(event) => change(event.target.value)}
          rows={3}
          spellCheck={false}
          className="max-w-md font-mono text-sm"
        />
      );
    default:
      return impossible(kind);
  }
}
type TypedKind = Exclude<
  FormField["kind"],
  "longText" | "choice" | "multiChoice" | "yesNo" | "person" | "domain" | "businessArea" | "role"
>;

/** When so many days are over, counted from today: the access itself begins when everybody has decided. */
function EndDate({ days }: { days: string }) {
  const now = useNow();
  const count = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0;
  return (
    <output className="text-sm text-muted tabular-nums">
      {count > 0 ? `Granted today, it would end on ${formatDate(now + count * DAY_MS)}` : null}
    </output>
  );
}

/** Several lines, with how long they are and may be. */
export function LongText({
  field,
  text,
  onChange,
}: {
  field: FormField;
  text: string;
  onChange: (text: string) => void;
}) {
  const length = Array.from(text).length;
  const max = maxLengthOf(field);
  return (
    <>
      <Textarea
        value={text}
        onChange={(event) => onChange(event.target.value)}
        rows={4}
        className={field.name === "sampleQuery" ? "font-mono text-sm" : undefined}
      />
      <p
        className={cn(
          "text-right text-xs tabular-nums",
          max !== undefined && length > max ? "text-danger" : "text-muted",
        )}
      >
        {length} of {max}
      </p>
    </>
  );
}
