import { Link } from "@tanstack/react-router";
import { FlaskConical, PencilLine, Save, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { whyNotPublish } from "../../../convex/core/catalog/rules/publish";
import { PAGES } from "../../../convex/site/pages";
import { explain } from "../../components/refusal-words";
import { useWhyNotNow } from "../../shell/session";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { toast } from "../../ui/toast/toast";
import { useOwnId, useTemplateCommands } from "./api";
import { PublishDialog } from "./editor/publish-dialog";
import type { Editor } from "./editor/use-editor";
import type { TemplateSearch } from "./search";

/** What can be done with the shown version. */
export function TemplateActions({ editor, onGo }: { editor: Editor; onGo: (where: TemplateSearch) => void }) {
  const {
    template: { key, draft },
    isEditable,
  } = editor;
  return (
    <>
      <Link
        to={PAGES.approvalTesting.path}
        search={{ type: key, version: draft.version }}
        className={cn(buttonClasses({ variant: "outline" }))}
      >
        <FlaskConical aria-hidden />
        Simulate
      </Link>
      {draft.status === "draft" ? (
        isEditable ? (
          <DraftActions editor={editor} onGo={onGo} />
        ) : null
      ) : (
        <BeginDraft editor={editor} onGo={onGo} />
      )}
    </>
  );
}

function BeginDraft({
  editor: {
    template: { key, draft },
  },
  onGo,
}: {
  editor: Editor;
  onGo: (where: TemplateSearch) => void;
}) {
  const { createDraft } = useTemplateCommands();
  const whyNot = useWhyNotNow("templates.write");
  const [isBusy, setBusy] = useState(false);
  async function begin(): Promise<void> {
    setBusy(true);
    try {
      onGo({ version: await createDraft({ key, from: draft.version }) });
    } catch (error) {
      toast.error("The draft was not started", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      className="max-md:hidden"
      disabledReason={whyNot}
      busy={isBusy}
      busyLabel="Copying..."
      onClick={() => void begin()}
    >
      <PencilLine aria-hidden />
      {draft.status === "published" ? "Edit as a new draft" : "Copy into a new draft"}
    </Button>
  );
}

function DraftActions({ editor, onGo }: { editor: Editor; onGo: (where: TemplateSearch) => void }) {
  const { template, isChanged, isSaving, conflict } = editor;
  const [asks, setAsks] = useState<"publish" | "discard" | null>(null);
  const whyNotSave = conflict ?? (isChanged ? null : "Nothing was changed");
  return (
    <>
      <Button variant="ghost" onClick={() => setAsks("discard")}>
        <Trash2 aria-hidden />
        Discard
      </Button>
      <Button
        variant={isChanged ? "default" : "outline"}
        busy={isSaving}
        busyLabel="Saving..."
        disabledReason={whyNotSave}
        onClick={() => void editor.save()}
      >
        <Save aria-hidden />
        Save draft
      </Button>
      <Button
        variant={isChanged ? "outline" : "default"}
        disabledReason={useWhyNotPublish(editor)}
        onClick={() => setAsks("publish")}
      >
        <Send aria-hidden />
        Publish
      </Button>
      <PublishDialog
        editor={editor}
        open={asks === "publish"}
        onOpenChange={(isOpen) => setAsks(isOpen ? "publish" : null)}
      />
      <DiscardDialog
        template={template}
        open={asks === "discard"}
        onOpenChange={(isOpen) => setAsks(isOpen ? "discard" : null)}
        onGone={() => onGo({})}
        onDropLocal={editor.reload}
      />
    </>
  );
}

/** The same rule as the server's, with what is only known here before it. */
function useWhyNotPublish({ template: { draft, needsSecondPerson }, problems, isChanged }: Editor): string | null {
  const personId = useOwnId();
  if (isChanged) return "Save the draft first";
  const refusal = whyNotPublish(draft, { personId: personId ?? "", needsSecondPerson, problems: problems.length });
  return refusal && String(refusal.message ?? "It is no longer a draft");
}

function DiscardDialog(props: {
  template: Editor["template"];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGone: () => void;
  onDropLocal: () => void;
}) {
  const { key, draft } = props.template;
  const { discardDraft } = useTemplateCommands();
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={`Discard version ${draft.version}?`}
      description="The draft is gone for good. No request was ever made with it."
      confirmLabel="Discard"
      busyLabel="Discarding..."
      destructive
      onConfirm={async () => {
        try {
          await discardDraft({ key, version: draft.version, revision: draft.revision });
        } catch (error) {
          toast.error("The draft was not discarded", { description: explain(error) });
          throw error;
        }
        toast.success("The draft was discarded");
        // Only now: a refused discard keeps what was not saved. Drawn at once, so that nobody is asked whether to leave it.
        flushSync(props.onDropLocal);
        props.onGone();
      }}
    />
  );
}
