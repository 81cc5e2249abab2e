import { COMMENT_MAX_LENGTH } from "../../../convex/core/feedback/rules";
import { DropZone, FileButton, FileList } from "../../components/files/attach";
import { useFiles } from "../../components/files/use-files";
import { DraftLine } from "../../components/form/draft-line";
import { SecretWarning } from "../../components/form/secret-warning";
import { useAct } from "../../components/form/use-act";
import { FormattedField } from "../../components/formatted/formatted-field";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { CardBody } from "../../ui/page/card";
import { type Idea, type KeptIdeaDraft, useIdeaCommands, useIdeaFilePlace } from "./api";
import { IDEA_READERS } from "./idea-fields";
import { useIdeaDraft } from "./use-idea-draft";

/** Where a comment is written, with files. */
export function NewComment({ idea, kept }: { idea: Idea; kept: KeptIdeaDraft | null }) {
  const { id: ideaId, key } = idea;
  const writing = useIdeaDraft({ idea: key }, kept);
  const { text } = writing.draft;
  const files = useFiles(useIdeaFilePlace({ ideaId, isForComment: true }));
  const { comment } = useIdeaCommands();
  const { isBusy, act } = useAct();
  async function send(): Promise<void> {
    const words = { ideaId, text: text.trim(), uploadIds: files.acceptedIds };
    if (await act("Your comment was not saved", () => writing.sending(() => comment(words)))) files.clear();
  }
  const empty = writing.isEmpty ? "Write something first" : null;
  return (
    <CardBody className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <Field
        label="Comment"
        help="Everyone who uses the portal can read it and open its files."
        required
        className="w-full"
      >
        <DropZone onFiles={files.add}>
          <FormattedField
            rows={3}
            maxLength={COMMENT_MAX_LENGTH}
            value={text}
            onText={(next) => writing.change({ text: next })}
          />
        </DropZone>
      </Field>
      <FileList files={files.shown} />
      <SecretWarning text={text} readers={IDEA_READERS} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          busy={isBusy}
          busyLabel="Sending..."
          disabledReason={files.isBusy ? "Wait until the files are ready" : empty}
          onClick={() => void send()}
        >
          Comment
        </Button>
        <FileButton onFiles={files.add} />
        <DraftLine writing={writing} title="Your comment was not sent" />
      </div>
    </CardBody>
  );
}
