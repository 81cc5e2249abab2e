import { Minus, PencilLine, Plus } from "lucide-react";
import type { RequestTypeDefinition } from "../../../convex/core/catalog/table";
import { Badge } from "../../ui/text/badge";
import { changesBetween, type VersionChange } from "./diff";

const looks = {
  added: { variant: "default", label: "Added", Icon: Plus },
  removed: { variant: "destructive", label: "Removed", Icon: Minus },
  changed: { variant: "secondary", label: "Changed", Icon: PencilLine },
} as const;

/** What a version changes against another, one line per thing. */
export function DiffView({ before, after }: { before: RequestTypeDefinition; after: RequestTypeDefinition }) {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <p className="py-1 text-base text-muted">Nothing differs.</p>;
  return (
    <ul aria-label="Differences" className="flex flex-col">
      {changes.map((change) => (
        <ChangeLines key={`${change.part} ${change.key} ${change.kind}`} change={change} />
      ))}
    </ul>
  );
}

function ChangeLines({ change: { what, kind, details } }: { change: VersionChange }) {
  const { variant, label, Icon } = looks[kind];
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2">
        <Badge variant={variant} icon={<Icon aria-hidden />}>
          {label}
        </Badge>
        <span className="text-base font-medium text-ink">{what}</span>
      </p>
      {details.map(({ field, before, after }) => (
        <div key={field} className="mt-1 text-sm wrap-anywhere">
          {details.length > 1 || field !== "" ? <span className="text-muted">{field}</span> : null}
          <del className="block border-l-2 border-danger-line bg-danger-wash px-2 font-mono text-xs leading-5 text-ink-soft no-underline">
            <span className="sr-only">before: </span>
            {shown(before)}
          </del>
          <ins className="block border-l-2 border-success-line bg-success-wash px-2 font-mono text-xs leading-5 text-ink no-underline">
            <span className="sr-only">after: </span>
            {shown(after)}
          </ins>
        </div>
      ))}
    </li>
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
