import { useMemo, useState } from "react";
import {
  validate,
  type TemplateFacts,
  type TemplateProblem,
} from "../../../../convex/core/catalog/rules/problems/validation";
import { whyNotEdit } from "../../../../convex/core/catalog/rules/publish";
import type { RequestTypeDefinition } from "../../../../convex/core/catalog/table";
import { templateTaskTypes } from "../../../../convex/core/tasks/rules/workings";
import { canonicalJson } from "../../../../convex/lib/pure/canonicalJson";
import { explain } from "../../../components/refusal-words";
import { useWhyNotNow } from "../../../shell/session";
import { toast } from "../../../ui/toast/toast";
import { type Template, useTemplateCommands } from "../api";

/** A version being read or edited. */
export interface Editor {
  readonly template: Template;
  readonly definition: RequestTypeDefinition;
  readonly note: string;
  /** Whether anything can be changed here: a draft, in a window wide enough. */
  readonly isEditable: boolean;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** What is said when somebody else saved the draft since editing began. */
  readonly conflict: string | null;
  readonly problems: readonly TemplateProblem[];
  readonly change: (definition: RequestTypeDefinition) => void;
  readonly setNote: (note: string) => void;
  readonly save: () => Promise<void>;
  /** Drops what was not saved, and takes over what the server has. */
  readonly reload: () => void;
}

interface Local {
  readonly definition: RequestTypeDefinition;
  readonly note: string;
  /** The revision the editing began with. */
  readonly revision: number;
}

/** Editing of one version: what was changed here is kept until it is saved, and checked as it is typed. */
export function useEditor(template: Template, isWide: boolean): Editor {
  const { saveDraft } = useTemplateCommands();
  const whyNotChange = useWhyNotNow("templates.write");
  const [local, setLocal] = useState<Local | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { key, draft } = template;
  const saved: Local = { definition: template.definition, note: template.note ?? "", revision: draft.revision };
  const shown = local ?? saved;
  const isChanged =
    local !== null &&
    (canonicalJson(local.definition) !== canonicalJson(saved.definition) || local.note !== saved.note);
  const problems = useProblems(shown.definition, template);
  const refusal = local === null || !isChanged ? null : whyNotEdit(draft, local.revision);

  async function save(): Promise<void> {
    if (local === null) return;
    setSaving(true);
    try {
      const revision = await saveDraft({
        key,
        version: draft.version,
        revision: local.revision,
        definition: local.definition,
        note: local.note,
      });
      // What was typed while it was being saved stays, on top of the new revision. The header says that it is saved:
      // a toast would lie on the buttons that come next.
      setLocal((now) => (now === local || now === null ? null : { ...now, revision }));
    } catch (error) {
      toast.error("The draft was not saved", { description: explain(error) });
    } finally {
      setSaving(false);
    }
  }

  return {
    template,
    definition: shown.definition,
    note: shown.note,
    problems,
    isSaving,
    isChanged,
    isEditable: draft.status === "draft" && isWide && whyNotChange === null,
    conflict: refusal && !isSaving ? String(refusal.message ?? "This version is no longer a draft.") : null,
    change: (definition) => setLocal({ ...shown, definition }),
    setNote: (note) => setLocal({ ...shown, note }),
    save,
    reload: () => setLocal(null),
  };
}

function useProblems(definition: RequestTypeDefinition, { holders, people }: Template): readonly TemplateProblem[] {
  return useMemo(() => {
    const facts: TemplateFacts = {
      taskTypes: Object.fromEntries(templateTaskTypes().map((type) => [type.name, type])),
      holders: (role) => holders[role],
      // Somebody chosen just now was found among active people; the server looks again.
      isActive: (personId) => people.find(({ id }) => id === personId)?.isActive,
    };
    return validate(definition, facts);
  }, [definition, holders, people]);
}
