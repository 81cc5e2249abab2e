import { X } from "lucide-react";
import { useAct } from "../../../components/form/use-act";
import { Field } from "../../../ui/form/field";
import type { Ticket } from "../api";
import { useChangeTags } from "./api";
import { TagPicker } from "./tag-picker";

/** The tags of a ticket, for those who answer it. */
export function TagField({ ticket: { key, tags } }: { ticket: Pick<Ticket, "key" | "tags"> }) {
  const change = useChangeTags();
  const { isBusy, act } = useAct();
  const save = (wish: { add: string[]; remove: string[] }): void =>
    void act("The tags were not changed", () => change({ key, ...wish }));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Tags" help="Only support sees them.">
        <TagPicker except={tags} onChoose={(tag) => save({ add: [tag], remove: [] })} />
      </Field>
      {tags.length === 0 ? null : (
        <ul aria-label="Tags of this ticket" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex items-center rounded-full border border-line bg-hover pl-2 text-xs font-medium text-ink-soft"
            >
              <span className="wrap-anywhere">{tag}</span>
              <button
                type="button"
                disabled={isBusy}
                aria-label={`Remove the tag ${tag}`}
                onClick={() => save({ add: [], remove: [tag] })}
                className="flex size-6 items-center justify-center rounded-full text-muted hover:text-ink pointer-coarse:size-10 [&_svg]:size-3.5"
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
