import { useActs } from "../../../components/form/use-act";
import { Field } from "../../../ui/form/field";
import type { Ticket } from "../api";
import { useChangeTags } from "./api";
import { TagList, TagPicker } from "./tag-picker";

/** The tags of a ticket, for those who answer it. */
export function TagField({ ticket: { key, tags } }: { ticket: Pick<Ticket, "key" | "tags"> }) {
  const change = useChangeTags();
  const { isBusy, act } = useActs();
  const save = (wish: { add: string[]; remove: string[] }): void =>
    void act("The tags were not changed", () => change({ key, ...wish }));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Tags" help="Only support sees them.">
        <TagPicker except={tags} onChoose={(tag) => save({ add: [tag], remove: [] })} />
      </Field>
      <TagList
        label="Tags of this ticket"
        tags={tags}
        isBusy={isBusy}
        onRemove={(tag) => save({ add: [], remove: [tag] })}
      />
    </div>
  );
}
