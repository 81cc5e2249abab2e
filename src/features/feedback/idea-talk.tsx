import { useState } from "react";
import { COMMENT_MAX_LENGTH, whyNotComment } from "../../../convex/core/feedback/rules";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { FormattedField } from "../../components/formatted/formatted-field";
import { FormattedText } from "../../components/formatted/formatted-text";
import { RowLink } from "../../components/row-link";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { MetaLine } from "../../ui/text/meta-line";
import { RelativeTime } from "../../ui/text/relative-time";
import { Saying } from "../../ui/text/saying";
import { type Idea, useIdeaCommands } from "./api";
import { IdeaStatusBadge } from "./status-badge";

/** What admins answered, the latest first. */
export function Answers({ idea: { moves } }: { idea: Idea }) {
  return (
    <Card aria-label="Answers">
      <CardHeader title="Answers" />
      {moves.length === 0 ? (
        <CardBody className="text-muted">No admin answered yet.</CardBody>
      ) : (
        <ol className="flex flex-col border-t border-line">
          {moves.map(({ id, to, note, by, at, other }) => (
            <li key={id} className="flex flex-col items-start gap-1 border-b border-line px-4 py-3 last:border-b-0">
              <MetaLine>
                <span>
                  <IdeaStatusBadge status={to} />
                </span>
                <span>
                  {by}, <RelativeTime at={at} />
                </span>
                {other ? <RowLink to={pathTo("idea", { id: other.key })}>{other.key}</RowLink> : null}
              </MetaLine>
              <FormattedText text={note} level={3} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** What people say about an idea. */
export function Comments({ idea, mayWrite }: { idea: Idea; mayWrite: boolean }) {
  const [text, setText] = useState("");
  const { comment } = useIdeaCommands();
  const { isBusy, act } = useAct();
  async function send(): Promise<void> {
    if (await act("Your comment was not saved", () => comment({ ideaId: idea.id, text: text.trim() }))) setText("");
  }
  const isOpen = mayWrite && whyNotComment(idea) === null;
  return (
    <Card aria-label="Comments">
      <CardHeader title="Comments" />
      {idea.comments.length === 0 ? (
        <CardBody className="text-muted">Nobody commented yet.</CardBody>
      ) : (
        <ul className="flex flex-col border-t border-line">
          {idea.comments.map(({ id, by, text: said, at, on }) => (
            <li key={id} className="flex flex-col gap-1 border-b border-line px-4 py-3 last:border-b-0">
              <Saying by={by} at={at} more={on === null ? null : <span>on {on}</span>}>
                <FormattedText text={said} level={3} />
              </Saying>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <CardBody className="flex flex-col items-start gap-3 border-t border-line pt-4">
          <Field label="Comment" help="Everybody who uses the portal reads it." required className="w-full">
            <FormattedField rows={3} maxLength={COMMENT_MAX_LENGTH} value={text} onText={setText} />
          </Field>
          <Button
            variant="outline"
            busy={isBusy}
            busyLabel="Sending..."
            disabledReason={text.trim() === "" ? "Write something first" : null}
            onClick={() => void send()}
          >
            Comment
          </Button>
        </CardBody>
      ) : null}
    </Card>
  );
}
