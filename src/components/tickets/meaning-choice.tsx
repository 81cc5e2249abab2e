import type { TicketState } from "../../../convex/core/tickets/table";
import { Field } from "../../ui/form/field";
import { RadioGroup } from "../../ui/form/radio-group";
import type { ReplyMeaning } from "./reply-meaning";

/** Asks whether it is still broken, where the answer decides what the reply does. */
export function MeaningChoice({ state, meaning }: { state: TicketState; meaning: ReplyMeaning }) {
  const opens = state === "resolved" ? "Your reply reopens the ticket." : "Your reply opens a follow-up ticket.";
  return (
    <Field label="Still broken, or just thanks?" required>
      <RadioGroup
        label="Still broken, or just thanks?"
        options={[
          { value: "broken", label: "Still broken", help: opens },
          { value: "thanks", label: "Just thanks", help: "The ticket stays as it is." },
        ]}
        value={meaning.chosen}
        onValueChange={(next) => meaning.choose(next === "thanks" ? "thanks" : "broken")}
      />
    </Field>
  );
}
