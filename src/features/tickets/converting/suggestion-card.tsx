import { useNavigate } from "@tanstack/react-router";
import { pathTo } from "../../../../convex/site/links";
import { useAct } from "../../../components/form/use-act";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import type { Ticket } from "../api";
import { type Suggestion, useConversion, useSuggestion } from "./api";

/** What support suggests to ask for instead, with the way there for the requester. */
export function SuggestionCard({ ticket }: { ticket: Ticket }) {
  const suggestion = useSuggestion(ticket.key);
  return suggestion ? <Suggested ticket={ticket} suggestion={suggestion} /> : null;
}

function Suggested({ ticket, suggestion }: { ticket: Ticket; suggestion: Suggestion }) {
  const { type, mayFollow, isBegun } = suggestion;
  const { begin } = useConversion();
  const { isBusy, act } = useAct();
  const navigate = useNavigate();
  async function follow(): Promise<void> {
    const begun = await act("The request was not begun", () => begin({ key: ticket.key }));
    if (begun) void navigate({ href: pathTo("newRequest", { type: type.key, draft: begun.result }) });
  }
  return (
    <Alert
      meaning="info"
      title={`Support suggests a request: ${type.name}`}
      {...(mayFollow && {
        action: (
          <Button size="sm" busy={isBusy} busyLabel="Opening..." onClick={() => void follow()}>
            {isBegun ? "Carry on with the draft" : "Open the draft"}
          </Button>
        ),
      })}
    >
      {mayFollow
        ? "It is filled in from this ticket. Once you send it, the ticket waits until it is done."
        : `${ticket.requester} decides whether to send it. The ticket waits for its end then.`}
    </Alert>
  );
}
