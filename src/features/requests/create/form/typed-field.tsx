/** Fields of a form that are typed: one box, or several lines. */

import { maxLengthOf } from "../../../../../convex/core/catalog/rules/values";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { impossible } from "../../../../../convex/lib/pure/impossible";
import { cn } from "../../../../ui/cn";
import { DateInput } from "../../../../ui/form/date-input";
import { Input, Textarea } from "../../../../ui/form/input";
import { NumberInput } from "../../../../ui/form/number-input";

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
    case "durationDays":
      return <NumberInput value={text} onChange={change} />;
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
