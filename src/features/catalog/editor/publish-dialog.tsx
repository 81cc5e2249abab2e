import { explain } from "../../../components/refusal-words";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { Skeleton } from "../../../ui/page/skeleton";
import { toast } from "../../../ui/toast/toast";
import { useTemplate, useTemplateCommands } from "../api";
import { DiffView } from "../diff-view";
import type { Editor } from "./use-editor";

/** Shows what publishing changes, and asks for the key of the type. */
export function PublishDialog({
  editor,
  open,
  onOpenChange,
}: {
  editor: Editor;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const {
    template: { key, draft },
    definition,
  } = editor;
  const { publish } = useTemplateCommands();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Publish version ${draft.version}?`}
      description={
        <p>New requests of {definition.name} are made with it from now on. Requests that exist keep their version.</p>
      }
      confirmLabel="Publish"
      busyLabel="Publishing..."
      typedConfirmation={key}
      onConfirm={async () => {
        try {
          await publish({ key, version: draft.version, revision: draft.revision, confirmation: key });
          toast.success(`Version ${draft.version} is published`);
        } catch (error) {
          toast.error("It was not published", { description: explain(error) });
          throw error;
        }
      }}
    >
      {open ? <Difference editor={editor} /> : null}
    </ConfirmDialog>
  );
}

function Difference({
  editor: {
    template: { key, draft },
    definition,
  },
}: {
  editor: Editor;
}) {
  const before = useTemplate(key, draft.publishedVersion);
  if (draft.publishedVersion === null) return <p>It is the first version.</p>;
  if (before === undefined) return <Skeleton className="h-16" />;
  return before === null ? null : (
    <section
      aria-label={`What changes against version ${draft.publishedVersion}`}
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border border-line px-3 py-1"
    >
      <DiffView before={before.definition} after={definition} />
    </section>
  );
}
