import { useRef, useState } from "react";
import { randomKey } from "../../../../lib/random-key";
import { toast } from "../../../../ui/toast/toast";
import { type EditableRequest, useEdit, useSaveDraft } from "../api";
import { problemOf, type SendProblem } from "../form/use-request-form";

/** Saving an edit once, and what became of it; what cannot be saved any more is kept as a draft of a new request. */
export function useSaveEdit(
  { id, formHash }: EditableRequest,
  values: Readonly<Record<string, unknown>>,
  onSaved: (key: string) => void,
) {
  const edit = useEdit();
  const saveDraft = useSaveDraft();
  const [editKey] = useState(randomKey);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<SendProblem | null>(null);
  const [isOver, setOver] = useState(false);
  // The guard against leaving asks in the same moment in which the page is left.
  const isDone = useRef(false);
  const save = async (answer: string, acceptsDuplicate: boolean): Promise<SendProblem | null> => {
    if (isSaving || isDone.current) return null;
    setSaving(true);
    setProblem(null);
    try {
      setOver(true);
      const { key } = await edit({
        requestId: id,
        form: { ...values },
        formHash,
        editKey,
        acceptsDuplicate,
        ...(answer.trim() === "" ? {} : { answer: answer.trim() }),
      });
      isDone.current = true;
      toast.success(`The answers of ${key} are changed, and approvals start again`);
      onSaved(key);
      return null;
    } catch (error) {
      setOver(false);
      const found = problemOf(error);
      setProblem(found);
      return found;
    } finally {
      setSaving(false);
    }
  };
  const keep = async (typeKey: string): Promise<string> => {
    const kept = await saveDraft({ typeKey, form: { ...values }, clonedFromId: id });
    isDone.current = true;
    return kept.id;
  };
  return { save, keep, isSaving, problem, isOver, isDone: () => isDone.current };
}
