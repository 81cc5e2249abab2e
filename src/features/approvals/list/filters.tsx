import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import { Input } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import type { ApprovalsSearch, Risk } from "./search";

const TYPING_MS = 250;
const RISKS: { value: "any" | Risk; label: string }[] = [
  { value: "any", label: "Any risk" },
  { value: "low", label: "Low risk" },
  { value: "medium", label: "Medium risk" },
  { value: "high", label: "High risk" },
];

/** What narrows the list; all of it is in the URL. */
export function Filters(props: {
  search: ApprovalsSearch;
  onSearch: (changes: Partial<ApprovalsSearch>) => void;
  types: { value: string; label: string }[];
  shown: number;
  total: number;
}) {
  const { search, onSearch, types, shown, total } = props;
  const isNarrowed = Boolean(search.q ?? search.type ?? search.risk);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <WordsField value={search.q ?? ""} onChange={(q) => onSearch({ q: q || undefined })} />
      <Select
        aria-label="Type"
        className={cn("w-auto min-w-36 flex-1 sm:max-w-44", search.type === undefined && "print:hidden")}
        value={search.type ?? "any"}
        options={[{ value: "any", label: "Any type" }, ...types]}
        onValueChange={(type) => onSearch({ type: type === "any" ? undefined : type })}
      />
      <Select
        aria-label="Risk"
        className={cn("w-auto min-w-32 flex-1 sm:max-w-36", search.risk === undefined && "print:hidden")}
        value={search.risk ?? "any"}
        options={RISKS}
        onValueChange={(risk) => onSearch({ risk: risk === "any" ? undefined : risk })}
      />
      {isNarrowed ? (
        <Button
          size="sm"
          variant="ghost"
          className="print:hidden"
          onClick={() => onSearch({ q: undefined, type: undefined, risk: undefined })}
        >
          Clear
        </Button>
      ) : null}
      <span className="ml-auto text-sm text-muted tabular-nums">
        {isNarrowed ? `${shown} of ${count(total, "approval")}` : count(total, "approval")}
      </span>
    </div>
  );
}

/** Tells the URL once typing rests. */
function WordsField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The URL was changed by somebody else: the Clear button, or Back.
  if (value !== applied) {
    setApplied(value);
    setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span className={cn("relative basis-full sm:max-w-72 sm:basis-auto sm:flex-1", typed === "" && "print:hidden")}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label="Search approvals"
        placeholder="Title, reason, key or name"
        className="pl-8"
        value={typed}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setApplied(next.trim());
            onChange(next.trim());
          }, TYPING_MS);
        }}
      />
    </span>
  );
}
