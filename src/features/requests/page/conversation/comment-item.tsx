import { CornerDownRight, Lock, MessageCircleQuestion, Trash2 } from "lucide-react";
import { useState } from "react";
import { mentionParts } from "../../../../../convex/lib/pure/mentions";
import { anchorOf } from "../../../../../convex/site/anchors";
import { pathTo } from "../../../../../convex/site/links";
import { SentFiles } from "../../../../components/files/sent-files";
import { CopyLink } from "../../../../components/linked/copy-link";
import { linkedPart } from "../../../../components/linked/use-linked-part";
import { Button } from "../../../../ui/button";
import { cn } from "../../../../ui/cn";
import { ConfirmDialog } from "../../../../ui/floating/confirm-dialog";
import { Avatar } from "../../../../ui/text/avatar";
import { Badge } from "../../../../ui/text/badge";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { useNow } from "../../../../ui/text/use-now";
import { toast } from "../../../../ui/toast/toast";
import { type Comment, type RequestDetail, useDownload, useRequestCommands } from "../api";
import { useCommand } from "../moves/use-command";

interface Said {
  readonly comment: Comment;
  readonly request: Pick<RequestDetail, "id" | "key">;
  /** The part of the page that its address names. */
  readonly linked: string;
}

/** One comment, with an address of its own: who, when, the words with those mentioned, and the files. */
export function CommentItem({ comment, request, linked }: Said) {
  const { id, author, by, createdAt, visibility, isAnswer, deletedBy, isQuestion, attachments, deletableUntil } =
    comment;
  const now = useNow();
  const download = useDownload();
  const isNote = visibility === "internal";
  const anchor = anchorOf("comment", id);
  return (
    <li
      {...linkedPart(anchor, linked)}
      className={cn("group -m-2 flex scroll-mt-20 gap-3 rounded-lg p-2", anchor === linked && "bg-accent-wash")}
    >
      <Avatar name={author.name} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium wrap-anywhere text-ink">{by}</span>
          <span className={cn("text-sm", anchor === linked ? "text-ink-soft" : "text-muted")}>
            <RelativeTime at={createdAt} />
          </span>
          {isAnswer ? (
            <Badge variant="secondary" icon={<CornerDownRight aria-hidden />}>
              Answer
            </Badge>
          ) : null}
          {isNote ? (
            <Badge variant="warning" icon={<Lock aria-hidden />}>
              Internal
            </Badge>
          ) : null}
          {isQuestion ? (
            <Badge variant="warning" icon={<MessageCircleQuestion aria-hidden />}>
              Question
            </Badge>
          ) : null}
          {deletableUntil !== null && now < deletableUntil && deletedBy === null ? (
            <DeleteButton commentId={id} requestId={request.id} />
          ) : null}
          <CopyLink to={pathTo("request", { id: request.key }, {}, anchor)} label="Copy link to this comment" />
        </div>
        {deletedBy !== null ? (
          <p className="text-muted italic">
            This comment was deleted by {deletedBy === author.name ? "its author" : deletedBy}.
          </p>
        ) : (
          <div
            className={cn(
              "flex flex-col items-start gap-2",
              isNote && "rounded-md border border-warning-line bg-warning-wash px-3 py-2",
            )}
          >
            <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-ink">
              <Words comment={comment} />
            </p>
            <SentFiles files={attachments} fetch={download} />
          </div>
        )}
      </div>
    </li>
  );
}

function Words({ comment: { body, mentions } }: { comment: Comment }) {
  return mentionParts(body, mentions).map(({ text, isMention }, index) =>
    isMention ? (
      <span key={index} className="rounded-sm bg-accent-wash px-0.5 font-medium text-accent-text">
        {text}
      </span>
    ) : (
      text
    ),
  );
}

function DeleteButton({ commentId, requestId }: { commentId: Comment["id"]; requestId: RequestDetail["id"] }) {
  const [isAsking, setAsking] = useState(false);
  const { deleteComment } = useRequestCommands(requestId);
  const command = useCommand(deleteComment, "The comment was not deleted");
  return (
    <>
      <Button variant="ghost" size="iconSm" aria-label="Delete your comment" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete your comment?"
        description="Its text and files are removed for everybody. That there was a comment stays visible."
        confirmLabel="Delete comment"
        busyLabel="Deleting..."
        destructive
        onConfirm={async () => {
          await command.start(commentId);
          toast.success("The comment is deleted");
        }}
      />
    </>
  );
}
