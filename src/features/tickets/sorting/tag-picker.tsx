import { useState } from "react";
import { tagProblem, tidyTag } from "../../../../convex/core/tickets/rules/tags";
import { Combobox } from "../../../ui/form/combobox";
import { useKnownTags } from "./api";

/** Chooses a tag tickets have, or a new one; `except` are not offered. Without `chosen` each choice empties the box. */
export function TagPicker(props: {
  except: readonly string[];
  chosen?: string | null;
  onChoose: (tag: string) => void;
}) {
  const { except, chosen, onChoose } = props;
  const known = useKnownTags();
  const [text, setText] = useState("");
  const [turn, setTurn] = useState(0);
  const wanted = tidyTag(text);
  const problem = wanted === "" ? null : tagProblem(wanted);
  const found = (known ?? []).filter((tag) => tag.includes(wanted) && !except.includes(tag));
  const isNew = wanted !== "" && problem === null && !known?.includes(wanted) && !except.includes(wanted);
  return (
    <Combobox
      key={turn}
      placeholder="Add a tag"
      items={[
        ...found.map((tag) => ({ value: tag, label: tag })),
        ...(isNew ? [{ value: wanted, label: wanted, detail: "New tag" }] : []),
      ]}
      value={chosen ? { value: chosen, label: chosen } : null}
      onQuery={setText}
      onValueChange={(item) => {
        if (!item) return;
        setText("");
        if (chosen === undefined) setTurn(turn + 1);
        onChoose(item.value);
      }}
      isLoading={known === undefined}
      emptyText={problem ?? (wanted === "" ? "No tags yet. Type a new one." : "The ticket has this tag")}
    />
  );
}
