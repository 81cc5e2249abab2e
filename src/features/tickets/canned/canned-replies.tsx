import { Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { filled } from "../../../../convex/core/cannedReplies/rules";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { iconOnPhone } from "../../../ui/button-classes";
import { Combobox } from "../../../ui/form/combobox";
import { lazyPart } from "../../../ui/lazy-part";
import type { Ticket } from "../api";
import { type ListedReply, useCannedReplies } from "./api";

const CannedDialog = lazyPart(() => import("./canned-dialog").then((part) => part.CannedDialog));

/** Puts a canned reply into an answer, the ticket's topic first; `text` is what the answer says already. */
export function CannedReplies(props: {
  ticket: Ticket;
  text: string;
  onInsert: (text: string, reply: ListedReply) => void;
}) {
  const { ticket, text, onInsert } = props;
  const viewer = useViewer();
  const replies = useCannedReplies();
  const [isOpen, setOpen] = useState(false);
  // Another box after each choice: nothing stays chosen.
  const [turn, setTurn] = useState(0);
  const offered = (replies ?? []).toSorted((a, b) => Number(isOther(a, ticket)) - Number(isOther(b, ticket)));
  function insert(id: string | undefined): void {
    const reply = offered.find((one) => one.id === id);
    if (!reply) return;
    const agent = viewer ? `${viewer.firstName} ${viewer.lastName}`.trim() : "";
    const filling = { firstName: ticket.requesterFirstName, ticket: ticket.key, agent };
    onInsert(filled(reply.body, filling), reply);
    setTurn(turn + 1);
  }
  return (
    <div className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      {replies?.length === 0 ? null : (
        <Combobox
          key={turn}
          aria-label="Insert a canned reply"
          placeholder="Insert a canned reply"
          className="min-w-40 flex-1 sm:max-w-sm"
          items={offered.map(({ id, title, body }) => ({ value: id, label: title, detail: body.slice(0, 120) }))}
          value={null}
          onValueChange={(item) => insert(item?.value)}
          isLoading={replies === undefined}
          emptyText="No canned reply found"
        />
      )}
      <Button size="sm" variant="ghost" className={iconOnPhone} onClick={() => setOpen(true)}>
        <Pencil aria-hidden />
        <span className="max-sm:sr-only">{replies?.length === 0 ? "Add canned replies" : "Edit canned replies"}</span>
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <CannedDialog text={text} topic={ticket.topic} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </div>
  );
}

function isOther({ topic }: ListedReply, ticket: Ticket): boolean {
  return topic !== ticket.topic;
}
