import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { TOPICS } from "../../../../convex/core/tickets/rules";
import type { TicketTopic } from "../../../../convex/core/tickets/table";
import { useAct } from "../../../components/form/use-act";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { EmptyState } from "../../../ui/page/empty-state";
import { toast } from "../../../ui/toast/toast";
import { afterWords } from "./after-answer";
import { type ListedReply, useCannedCommands, useCannedReplies } from "./api";
import { CannedForm } from "./canned-form";

/** All canned replies, to write, change and remove them. A new one begins with the text and topic of the answer. */
export function CannedDialog({ text, topic, onClose }: { text: string; topic: TicketTopic; onClose: () => void }) {
  const replies = useCannedReplies();
  const [edited, setEdited] = useState<ListedReply | "new" | null>(null);
  if (edited !== null)
    return (
      <CannedForm
        shown={edited === "new" ? null : edited}
        initial={edited === "new" ? { title: "", body: text, topic, after: null } : edited}
        onClose={() => setEdited(null)}
      />
    );
  return (
    <Dialog
      open
      size="lg"
      title="Canned replies"
      description="Everyone who answers tickets can use and change them."
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        <>
          <Button onClick={() => setEdited("new")}>New canned reply</Button>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {replies?.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No canned replies yet" className="px-0 py-2">
          Save an answer you often give, and use it in any ticket.
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {(replies ?? []).map((reply) => (
            <Row key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Row({ reply, onEdit }: { reply: ListedReply; onEdit: () => void }) {
  const { id, title, body, topic, after, tags = [] } = reply;
  const tagWords = tags.length === 0 ? "" : `Tags: ${tags.join(", ")}`;
  const { setRemoved } = useCannedCommands();
  const { isBusy, act } = useAct();
  async function remove(): Promise<void> {
    if (await act("It was not removed", () => setRemoved({ id, isRemoved: true })))
      toast.success(`“${title}” was removed`, { action: { label: "Undo", onClick: () => void putBack() } });
  }
  async function putBack(): Promise<void> {
    await act("It was not restored", () => setRemoved({ id, isRemoved: false }));
  }
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{title}</p>
        <p className="line-clamp-2 text-sm break-words text-ink-soft">{body}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {[topic === null ? "All topics" : TOPICS[topic].label, afterWords(after), tagWords]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <Button variant="ghost" size="iconSm" aria-label={`Edit ${title}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </Button>
      <Button variant="ghost" size="iconSm" busy={isBusy} aria-label={`Remove ${title}`} onClick={() => void remove()}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
