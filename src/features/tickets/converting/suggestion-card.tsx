import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { UNFINISHED } from "../../../../convex/core/tickets/rules";
import { pathTo } from "../../../../convex/site/links";
import { FileChoice } from "../../../components/files/file-choice";
import { useAct } from "../../../components/form/use-act";
import { GoLink } from "../../../components/go-link";
import { RowLink } from "../../../components/row-link";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { Alert } from "../../../ui/page/alert";
import type { Ticket } from "../api";
import { type Suggestion, useBecomeIdea, useConversion, useSuggestion } from "./api";

/** What support suggests instead of the ticket, with the way there for the requester; and the idea it became. */
export function SuggestionCard({ ticket }: { ticket: Ticket }) {
  const suggestion = useSuggestion(ticket.key);
  const idea = useBecomeIdea(ticket.key);
  if (idea)
    return (
      <Alert meaning="info" title="This ticket became an idea">
        <RowLink to={pathTo("idea", { id: idea })}>Open {idea}</RowLink>
      </Alert>
    );
  return suggestion && UNFINISHED.includes(ticket.state) ? <Suggested ticket={ticket} suggestion={suggestion} /> : null;
}

function Suggested({ ticket, suggestion }: { ticket: Ticket; suggestion: Suggestion }) {
  const { type, mayFollow, files } = suggestion;
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const along = files.map(({ id }) => id).filter((id) => !leftOut.includes(id));
  return (
    <Alert
      meaning="info"
      title={`Support suggests ${type ? `a request: ${type.name}` : "an idea for everybody"}`}
      {...(mayFollow && {
        action: type ? (
          <OpenDraft ticket={ticket} typeKey={type.key} isBegun={suggestion.isBegun} fileIds={along} />
        ) : (
          <GoLink to={pathTo("newIdea", { ticket: ticket.key })} className={buttonClasses({ size: "sm" })}>
            Write the idea
          </GoLink>
        ),
      })}
    >
      {mayFollow ? (type ? OWN_REQUEST : OWN_IDEA) : `${ticket.requester} decides whether to send it.`}
      {mayFollow && type ? (
        <div className="pt-2">
          <FileChoice
            legend="Files from this ticket"
            help="Everyone who reads the request can open those you choose."
            files={files}
            chosen={along}
            onChange={(chosen) => setLeftOut(files.map(({ id }) => id).filter((id) => !chosen.includes(id)))}
          />
        </div>
      ) : null}
    </Alert>
  );
}

const OWN_REQUEST = "It is filled in from this ticket. Once you send it, the ticket waits until it is done.";
const OWN_IDEA =
  "It is filled in from this ticket. Remove anything not everyone should read. Sending it resolves the ticket.";

function OpenDraft(props: {
  ticket: Ticket;
  typeKey: string;
  isBegun: boolean;
  fileIds: readonly Suggestion["files"][number]["id"][];
}) {
  const { ticket, typeKey, isBegun, fileIds } = props;
  const { begin } = useConversion();
  const { isBusy, act } = useAct();
  const navigate = useNavigate();
  async function follow(): Promise<void> {
    const begun = await act("The request was not started", () => begin({ key: ticket.key, fileIds: [...fileIds] }));
    if (begun) void navigate({ href: pathTo("newRequest", { type: typeKey, draft: begun.result }) });
  }
  return (
    <Button size="sm" busy={isBusy} busyLabel="Opening..." onClick={() => void follow()}>
      {isBegun ? "Carry on with the draft" : "Open the draft"}
    </Button>
  );
}
