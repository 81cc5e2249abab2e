import type { FormField } from "../../../../convex/core/catalog/table";
import { DescriptionList } from "../../../ui/page/description-list";
import { KINDS, conditionWords } from "../template-words";

/** One field of a form, to read. */
export function FieldFacts({ field, fields }: { field: FormField; fields: readonly FormField[] }) {
  const {
    name,
    kind,
    section,
    help,
    isRequired,
    options,
    min,
    max,
    minLength,
    maxLength,
    maxItems,
    pattern,
    personName,
    when,
    example,
    derived,
    differsFrom,
    environmentField,
    isForDeciders,
  } = field;
  const limits = Object.entries({
    Smallest: min,
    Largest: max,
    "Shortest, in characters": minLength,
    "Longest, in characters": maxLength,
    "Entries at most": maxItems,
  });
  return (
    <DescriptionList
      items={[
        { term: "Name", value: <span className="font-mono text-xs">{name}</span> },
        { term: "Kind", value: KINDS[kind] },
        { term: "Section", value: section ?? "None" },
        { term: "Required", value: derived ? "Worked out by the portal" : isRequired ? "Yes" : "No" },
        ...(help ? [{ term: "Help", value: help }] : []),
        ...(options ? [{ term: "Options", value: options.map((option) => option.label).join(", ") }] : []),
        ...limits.flatMap(([term, value]) => (value === undefined ? [] : [{ term, value }])),
        ...(personName ? [{ term: "Takes", value: `A person's ${personName.toLowerCase()}` }] : []),
        ...(pattern ? [{ term: "Pattern", value: <span className="font-mono text-xs">{pattern.source}</span> }] : []),
        ...(differsFrom
          ? [
              {
                term: "Must differ from",
                value: fields.find((other) => other.name === differsFrom)?.label ?? differsFrom,
              },
            ]
          : []),
        ...(environmentField
          ? [
              {
                term: "Environment from",
                value: fields.find((other) => other.name === environmentField)?.label ?? environmentField,
              },
            ]
          : []),
        ...(isForDeciders ? [{ term: "Looked at", value: "Only by those who decide" }] : []),
        ...(example ? [{ term: "Example", value: example }] : []),
        { term: "Asked", value: when ? `When ${conditionWords(when, fields)}` : "Always" },
      ]}
    />
  );
}
