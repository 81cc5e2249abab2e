import { Paperclip, SendHorizontal } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { COMMENT_MAX_LENGTH } from "../../../convex/requests/rules/comments";
import { FILE_ENDINGS } from "../../../convex/requests/rules/files";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Kbd } from "../../ui/kbd";
import { type Comment, type FoundPerson, type RequestDetail, useRequestCommands } from "./api";
import { FileList } from "./file-list";
import { MentionField } from "./mention-field";
import { useFiles } from "./uploads";
import { useCommand } from "./use-command";

/** Writes a comment, or a note among those who work on the request. */
export function Composer({ request, visibility }: { request: RequestDetail; visibility: Comment["visibility"] }) {
  const { comment } = useRequestCommands(request.id);
  const isNote = visibility === "internal";
  return (
    <WritingBox
      request={request}
      label={isNote ? "Internal note" : "Comment"}
      placeholder={isNote ? "Write a note for those who work on it" : "Write a comment; @ mentions somebody"}
      sendLabel={isNote ? "Add note" : "Send comment"}
      isNote={isNote}
      send={async (body, mentionIds, uploadIds) => void (await comment({ body, visibility, mentionIds, uploadIds }))}
    />
  );
}

/** What a box to write in needs. */
export interface WritingBoxProps {
  request: RequestDetail;
  label: string;
  placeholder: string;
  sendLabel: string;
  isNote?: boolean;
  send: (body: string, mentionIds: FoundPerson["id"][], uploadIds: ReturnType<typeof useFiles>["acceptedIds"]) => Promise<void>;
  input?: React.RefObject<HTMLTextAreaElement | null>;
}

/** A text with mentions and files, sent with the button or Ctrl+Enter. */
export function WritingBox({ request, label, placeholder, sendLabel, isNote = false, send, input }: WritingBoxProps) {
  const [text, setText] = useState("");
  const [mentioned, setMentioned] = useState<readonly FoundPerson[]>([]);
  const [isOver, setOver] = useState(false);
  const own = useRef<HTMLTextAreaElement>(null);
  const field = input ?? own;
  const chooser = useRef<HTMLInputElement>(null);
  const files = useFiles(request.id);
  const command = useCommand(send, "It was not sent");
  const reason = text.trim() === "" ? "Write something first" : files.isBusy ? "Wait until the files are ready" : null;

  async function submit(): Promise<void> {
    if (reason !== null || command.isBusy) return;
    const ids = mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
    await command.start(text, [...new Set(ids)], files.acceptedIds);
    setText("");
    setMentioned([]);
    files.clear();
    field.current?.focus();
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    files.add(event.dataTransfer.files);
  }

  return (
    <form
      aria-label={label}
      className={cn("flex flex-col gap-2 rounded-lg border p-3", isNote ? "border-warning-line" : "border-line", isOver ? "bg-accent-wash" : "bg-surface")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <MentionField
        input={field}
        label={label}
        placeholder={placeholder}
        text={text}
        maxLength={COMMENT_MAX_LENGTH}
        onText={setText}
        onMention={(person) => setMentioned((all) => [...all, person])}
        onFiles={files.add}
        onSend={() => void submit().catch(() => undefined)}
      />
      <FileList files={files.shown} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={command.isBusy} busyLabel="Sending..." disabledReason={reason}><SendHorizontal aria-hidden />{sendLabel}</Button>
        <Button variant="ghost" onClick={() => chooser.current?.click()}><Paperclip aria-hidden />Attach files</Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          accept={FILE_ENDINGS.join(",")}
          onChange={(event) => {
            files.add(event.target.files ?? []);
            event.target.value = "";
          }}
        />
        <span className="ml-auto hidden items-center gap-1 text-xs text-muted sm:flex"><Kbd keys="Ctrl+Enter" /> sends</span>
        {text.length > COMMENT_MAX_LENGTH - 500 ? <span className="text-xs text-muted tabular-nums">{COMMENT_MAX_LENGTH - text.length} left</span> : null}
      </div>
    </form>
  );
}
