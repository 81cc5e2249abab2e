import { useState } from "react";
import { isLastPass, MAX_PASSED_TOGETHER, MAX_PASSES } from "../../../convex/core/reviews/rules";
import { plural } from "../../../convex/lib/pure/text";
import { WordsDialog } from "../../components/form/words-dialog";
import type { FoundPerson } from "../../components/pickers/api";
import { PersonPicker } from "../../components/pickers/person-picker";
import { Field } from "../../ui/form/field";
import { toast } from "../../ui/toast/toast";
import { type Review, type ReviewItem, useReviewCommands } from "./api";

/** Whether it can be passed on: undecided, the reader's to decide, and not with data governance. */
export function isPassable({ verdict, whyNot, isWithGovernance }: ReviewItem): boolean {
  return verdict === null && whyNot === null && !isWithGovernance;
}

/** What of a group is passed on at once: what is with the reader, so many at a time. */
export function passable(items: readonly ReviewItem[]): readonly ReviewItem[] {
  return items.filter((item) => isPassable(item) && !item.isWithOthers).slice(0, MAX_PASSED_TOGETHER);
}

/** Passes one access or several on to somebody with a note; what was passed on too often goes to data governance. */
export function PassDialog({
  reviewId,
  items,
  onClose,
}: {
  reviewId: Review["id"];
  items: readonly ReviewItem[];
  onClose: () => void;
}) {
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const { passOn } = useReviewCommands();
  const last = items.filter((item) => isLastPass(item)).length;
  const isAllLast = last === items.length;
  const [first] = items;
  async function send(note: string): Promise<void> {
    const itemIds = items.map(({ id }) => id);
    const { passed } = await passOn({ reviewId, itemIds, ...(person && { toId: person.id }), note });
    toast.success(
      passed > 0 && person ? `${plural(passed, "item")} passed on to ${person.name}` : "Passed on to data governance",
    );
  }
  const toGovernance = `passed on ${MAX_PASSES} times and ${last === 1 ? "goes" : "go"} to data governance now.`;
  return (
    <WordsDialog
      title={items.length === 1 && first ? `Pass on ${first.description}` : `Pass on ${plural(items.length, "item")}`}
      description={
        isAllLast
          ? `${last === 1 ? "It was" : "They were"} ${toGovernance}`
          : `Whoever you choose decides, and is notified once.${last === 0 ? "" : ` ${last} of them ${last === 1 ? "was" : "were"} ${toGovernance}`}`
      }
      words={{
        label: "Note",
        help: "Explain why they are better placed to decide. They will see this.",
        missing: "Write a note",
      }}
      verb="Pass on"
      busyLabel="Passing on..."
      whyNot={isAllLast || person ? null : "Choose a person"}
      failure="Nothing was passed on"
      send={send}
      onClose={onClose}
    >
      {isAllLast ? null : (
        <Field label="To" help="Anyone but those who hold the access, requested it or approved it." required>
          <PersonPicker value={person} onChange={setPerson} />
        </Field>
      )}
    </WordsDialog>
  );
}
