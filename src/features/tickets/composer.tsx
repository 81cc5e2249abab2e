import { useNavigate } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useState } from "react";
import { UNFINISHED } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { LeaveGuard } from "../../components/form/leave-guard";
import { useAct } from "../../components/form/use-act";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Card } from "../../ui/page/card";
import { ViewSwitch } from "../../ui/page/view-switch";
import { toast } from "../../ui/toast/toast";
import { type Ticket, useAgentCommands, usePartyCommands, useTicketRights } from "./api";
import { SecretWarning } from "./secret-warning";

type Mode = "public" | "internal";

/** Where somebody writes: agents choose who reads it, and the choice stays until they choose anew. */
export function Composer({ ticket }: { ticket: Ticket }) {
  const { mayWrite } = useTicketRights();
  const [chosen, setMode] = useState<Mode>("public");
  const [body, setBody] = useState("");
  const { isBusy, act } = useAct();
  const send = useSend(ticket);
  const isOver = !UNFINISHED.includes(ticket.state);
  const mode = ticket.isAgent && isOver ? "internal" : chosen;
  const isInternal = ticket.isAgent && mode === "internal";
  if (!mayWrite) return null;
  async function submit(): Promise<void> {
    if (await act("It was not sent", () => send(mode, body))) setBody("");
  }
  const label = isInternal ? "Internal note" : ticket.isAgent ? `Reply to ${ticket.requester}` : "Your reply";
  return (
    <Card
      aria-label="Write"
      className={cn("flex flex-col gap-3 p-4", isInternal && "border-warning-line bg-warning-wash")}
    >
      <LeaveGuard title="What you wrote was not sent" isUnsaved={() => body.trim() !== ""} />
      {ticket.isAgent && !isOver ? (
        <div>
          <ViewSwitch
            label="Who reads it"
            views={[
              { value: "public", label: "Public reply" },
              { value: "internal", label: "Internal note", icon: <Lock aria-hidden /> },
            ]}
            value={mode}
            onValueChange={setMode}
          />
        </div>
      ) : null}
      <Field label={label} help={readersOf(ticket, isInternal)} required>
        <Textarea rows={4} value={body} onChange={(event) => setBody(event.target.value)} />
      </Field>
      <SecretWarning text={body} />
      <Button
        className="self-start"
        variant={isInternal ? "outline" : "default"}
        busy={isBusy}
        busyLabel="Sending..."
        disabledReason={body.trim() === "" ? "Write something first" : null}
        onClick={() => void submit()}
      >
        {isInternal ? "Save internal note" : "Send reply"}
      </Button>
    </Card>
  );
}

function readersOf(ticket: Ticket, isInternal: boolean): string {
  if (isInternal) return "Only support reads it.";
  if (ticket.isAgent)
    return [ticket.requester, ...ticket.participants.map(({ name }) => name)].join(", ") + " and support read it.";
  if (ticket.state === "merged") return "It is read in the ticket the conversation carries on in.";
  if (ticket.state === "resolved") return "Your reply opens the ticket again.";
  return ticket.state === "closed"
    ? "Your reply opens a follow-up ticket."
    : "Support and everybody in the ticket read it.";
}

function useSend({ key, isAgent }: Ticket) {
  const { say } = useAgentCommands();
  const { reply } = usePartyCommands();
  const navigate = useNavigate();
  return async (visibility: Mode, body: string): Promise<void> => {
    if (isAgent) {
      await say({ key, body, visibility });
      return;
    }
    const stands = await reply({ key, body });
    if (stands === key) return;
    toast.success(`${stands} follows up ${key}`);
    void navigate({ href: pathTo("ticket", { id: stands }), ignoreBlocker: true });
  };
}
