import { isUnchanged, problemsOf } from "../../../convex/core/feedback/rules";
import type { IdeaDraft } from "../../../convex/core/feedback/table";
import { useFiles } from "../../components/files/use-files";
import { DraftLine } from "../../components/form/draft-line";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { useDraft } from "../../components/form/use-draft";
import {
  type Idea,
  type KeptIdeaDraft,
  useIdeaCommands,
  useIdeaFilePlace,
  useKeptIdeaDraft,
  useSaveIdeaDraft,
} from "./api";
import { IdeaFields, ideaFieldId } from "./idea-fields";

/** Its author changes an idea; what they write is kept until they save it. */
export function EditIdea({ idea, onClose }: { idea: Idea; onClose: () => void }) {
  const kept = useKeptIdeaDraft({ idea: idea.key, isEdit: true });
  return kept === undefined ? null : <Editing idea={idea} kept={kept} onClose={onClose} />;
}

function useChanges(idea: Idea, kept: KeptIdeaDraft | null) {
  const { key, title, description: text, priority } = idea;
  const save = useSaveIdeaDraft();
  const first: IdeaDraft = { title, text, priority };
  return useDraft<IdeaDraft>({
    kept,
    first: { ...first, ...kept?.draft },
    after: () => first,
    isNothing: (draft) => isUnchanged(idea, draft),
    save: (draft, version) => save({ idea: key, isEdit: true, draft, version }),
  });
}

function Editing({ idea, kept, onClose }: { idea: Idea; kept: KeptIdeaDraft | null; onClose: () => void }) {
  const writing = useChanges(idea, kept);
  const { title = "", text: description, priority = "", without = [] } = writing.draft;
  const wish = { title, description, priority };
  const files = useFiles(useIdeaFilePlace({ ideaId: idea.id }));
  const left = idea.files.filter(({ id }) => !without.includes(id));
  const { edit } = useIdeaCommands();
  const form = useDialogForm({
    check: () => ({ ...problemsOf(wish), ...(files.isBusy && { files: "Wait until the files are ready" }) }),
    send: async () => {
      const fileIds = [...left.map(({ id }) => id), ...files.acceptedIds];
      await writing.sending(() => edit({ ideaId: idea.id, ...wish, fileIds }));
      files.clear();
    },
    saved: "Your idea was saved",
    onClose,
  });
  const ofIdea = left.map(({ id, name, size }) => ({
    key: id,
    name,
    size,
    state: "accepted" as const,
    share: 1,
    problem: null,
    remove: () => writing.change({ without: [...without, id] }),
  }));
  return (
    <FormDialog
      title={`Edit ${idea.key}`}
      verb="Save"
      size="lg"
      form={form}
      idOf={ideaFieldId}
      closeLabel="Close"
      onClose={onClose}
    >
      <IdeaFields
        form={wish}
        files={{ shown: [...ofIdea, ...files.shown], add: files.add }}
        problems={form.problems}
        onChange={(next) => writing.change({ title: next.title, text: next.description, priority: next.priority })}
      />
      <DraftLine writing={writing} title="Your changes were not saved" />
    </FormDialog>
  );
}
