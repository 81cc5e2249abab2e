import { SendHorizontal } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { COMMENT_MAX_LENGTH } from "../../../../../convex/core/requests/rules/comments";
import { DropZone, FileButton, FileList } from "../../../../components/files/attach";
import { useFiles } from "../../../../components/files/use-files";
import { afterSending, useUnsent } from "../../../../components/form/unsent";
import type { FoundPerson } from "../../../../components/pickers/api";
import { Button } from "../../../../ui/button";
import { cn } from "../../../../ui/cn";
import { Kbd } from "../../../../ui/text/kbd";
import { type Comment, type RequestDetail, type UploadId, useFilePlace, useRequestCommands } from "../api";
import { useCommand } from "../moves/use-command";
import { useBegun, type Wanted } from "../use-begun";
import { MentionField } from "./mention-field";

/** Writes a comment, or a note among those who work on the request. */
export function Composer({
  request,
  visibility,
  wanted,
  onBegun,
}: {
  request: RequestDetail;
  visibility: Comment["visibility"];
  wanted: Wanted | null;
  onBegun: () => void;
}) {
  const { comment } = useRequestCommands(request.id);
  const input = useRef<HTMLTextAreaElement>(null);
  useBegun(input, wanted, { writes: "comment", onBegun });
  const isNote = visibility === "internal";
  return (
    <WritingBox
      request={request}
      label={isNote ? "Internal note" : "Comment"}
      placeholder={isNote ? "Write a note for those who work on it" : "Write a comment; @ mentions somebody"}
      sendLabel={isNote ? "Add note" : "Send comment"}
      isNote={isNote}
      input={input}
      wanted={wanted}
      send={async (body, mentionIds, uploadIds) => void (await comment({ body, visibility, mentionIds, uploadIds }))}
    />
  );
}

type RequestFiles = ReturnType<typeof useFiles<UploadId>>;

/** What a box to write in needs. */
export interface WritingBoxProps {
  request: RequestDetail;
  label: string;
  placeholder: string;
  sendLabel: string;
  isNote?: boolean;
  send: (body: string, mentionIds: FoundPerson["id"][], uploadIds: UploadId[]) => Promise<void>;
  input?: RefObject<HTMLTextAreaElement | null>;
  /** What somebody was led here to write, until they have begun. */
  wanted?: Wanted | null;
}

/** A text with mentions and files, sent with the button or Ctrl+Enter. */
export function WritingBox(props: WritingBoxProps) {
  const { request, label, placeholder, isNote = false } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.input ?? own;
  const files = useFiles(useFilePlace(request.id));
  const writing = useWriting(props, files, field);
  return (
    <form
      aria-label={label}
      className={cn(
        "flex flex-col gap-2 rounded-lg border bg-surface p-3",
        isNote ? "border-warning-line" : "border-line",
      )}
      onSubmit={(event) => {
        event.preventDefault();
        writing.submit();
      }}
    >
      <DropZone onFiles={files.add}>
        <MentionField
          input={field}
          label={label}
          placeholder={placeholder}
          text={writing.text}
          maxLength={COMMENT_MAX_LENGTH}
          onText={writing.setText}
          onMention={writing.mention}
          onSend={writing.submit}
        />
      </DropZone>
      <FileList files={files.shown} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant={isNote ? "secondary" : "default"}
          busy={writing.isBusy}
          busyLabel="Sending..."
          disabledReason={writing.reason}
        >
          <SendHorizontal aria-hidden />
          {props.sendLabel}
        </Button>
        <FileButton onFiles={files.add} />
        <span className="ml-auto hidden items-center gap-1 text-xs text-muted sm:flex">
          <Kbd keys="Ctrl+Enter" /> sends
        </span>
        {writing.text.length > COMMENT_MAX_LENGTH - NEARLY_FULL ? (
          <span className="text-xs text-muted tabular-nums">{COMMENT_MAX_LENGTH - writing.text.length} left</span>
        ) : null}
      </div>
    </form>
  );
}

/** How many characters before the end they are counted. */
const NEARLY_FULL = 500;

/** The text, whom it mentions, and sending it with the files that are ready. */
function useWriting(
  { send, wanted = null, isNote = false }: WritingBoxProps,
  files: RequestFiles,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [unsent, change] = useUnsent(isNote ? "internal" : "public");
  const { text, mentioned } = unsent;
  const about = wanted?.about ?? null;
  useEffect(() => {
    if (!about) return;
    const words = `${about.holder ? `@${about.holder.name} ` : ""}About “${about.title}”: `;
    const mentioned = about.holder ? [about.holder] : [];
    // What somebody has written already stays.
    change((before) => (before.text === "" ? { text: words, begun: words, mentioned } : before));
  }, [about, change]);
  const command = useCommand(send, "It was not sent");
  const reason = text.trim() === "" ? "Write something first" : files.isBusy ? "Wait until the files are ready" : null;

  async function submit(): Promise<void> {
    if (reason !== null || command.isBusy) return;
    const ids = mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
    await command.start(text, [...new Set(ids)], files.acceptedIds);
    change(afterSending(unsent));
    files.clear();
    field.current?.focus();
  }
  return {
    text,
    setText: (words: string) => change((before) => ({ ...before, text: words })),
    mention: (person: FoundPerson) => change((before) => ({ ...before, mentioned: [...before.mentioned, person] })),
    reason,
    isBusy: command.isBusy,
    submit: () => void submit().catch(() => undefined),
  };
}
