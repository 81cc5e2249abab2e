import { formatBytes } from "../../lib/bytes";
import { Checkbox } from "../../ui/form/checkbox";
import type { SentFile } from "./sent-file";

/** Which of some files go along with something. */
export function FileChoice<Id extends string>({
  legend,
  help,
  files,
  chosen,
  onChange,
}: {
  legend: string;
  help: string;
  files: readonly (SentFile & { readonly id: Id })[];
  chosen: readonly Id[];
  onChange: (chosen: readonly Id[]) => void;
}) {
  if (files.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 font-medium text-ink">{legend}</legend>
      <p className="text-sm text-muted">{help}</p>
      {files.map(({ id, name, size }) => (
        <Checkbox
          key={id}
          label={
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="text-muted tabular-nums">{formatBytes(size)}</span>
            </span>
          }
          checked={chosen.includes(id)}
          onCheckedChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}
