import type { ReactNode } from "react";
import { whyNotComment } from "../../../convex/core/feedback/rules";
import { anchorOf, type Anchored } from "../../../convex/site/anchors";
import { pathTo } from "../../../convex/site/links";
import { SentFiles } from "../../components/files/sent-files";
import { FormattedText } from "../../components/formatted/formatted-text";
import { CopyLink } from "../../components/linked/copy-link";
import { linkedPart } from "../../components/linked/use-linked-part";
import { RowLink } from "../../components/row-link";
import { cn } from "../../ui/cn";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { MetaLine } from "../../ui/text/meta-line";
import { RelativeTime } from "../../ui/text/relative-time";
import { Saying } from "../../ui/text/saying";
import { type Idea, type KeptIdeaDraft, useIdeaDownload } from "./api";
import { NewComment } from "./new-comment";
import { IdeaStatusBadge } from "./status-badge";

/** One part of what is said about an idea, with an address of its own. */
function Part(props: { idea: Idea; what: Anchored; id: string; linked: string; children: ReactNode }) {
  const { idea, what, id, linked, children } = props;
  const anchor = anchorOf(what, id);
  return (
    <li
      {...linkedPart(anchor, linked)}
      className={cn(
        "group flex scroll-mt-16 items-start gap-2 border-b border-line px-4 py-3 -outline-offset-2 last:border-b-0",
        anchor === linked && "bg-accent-wash",
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">{children}</div>
      <CopyLink
        to={pathTo("idea", { id: idea.key }, {}, anchor)}
        label={`Copy link to this ${what}`}
        className="-my-1 shrink-0"
      />
    </li>
  );
}

/** What admins answered, the latest first. */
export function Answers({ idea, linked }: { idea: Idea; linked: string }) {
  const { moves } = idea;
  return (
    <Card aria-label="Answers">
      <CardHeader title="Answers" />
      {moves.length === 0 ? (
        <CardBody className="text-muted">No admin has answered yet.</CardBody>
      ) : (
        <ol className="flex flex-col border-t border-line">
          {moves.map(({ id, to, note, by, at, other }) => (
            <Part key={id} what="answer" {...{ idea, id, linked }}>
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
            </Part>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** What people say about an idea. */
export function Comments(props: {
  idea: Idea;
  linked: string;
  mayWrite: boolean;
  /** What the reader wrote here and has not sent. */
  kept: KeptIdeaDraft | null;
}) {
  const { idea, linked, mayWrite, kept } = props;
  const download = useIdeaDownload();
  const isOpen = mayWrite && whyNotComment(idea) === null;
  return (
    <Card aria-label="Comments">
      <CardHeader title="Comments" />
      {idea.comments.length === 0 ? (
        <CardBody className="text-muted">Nobody has commented yet.</CardBody>
      ) : (
        <ul className="flex flex-col border-t border-line">
          {idea.comments.map(({ id, by, text: said, files, at, on }) => (
            <Part key={id} what="comment" {...{ idea, id, linked }}>
              <Saying by={by} at={at} more={on === null ? null : <span>on {on}</span>}>
                <FormattedText text={said} level={3} />
                <SentFiles files={files} fetch={download} />
              </Saying>
            </Part>
          ))}
        </ul>
      )}
      {isOpen ? <NewComment idea={idea} kept={kept} /> : null}
    </Card>
  );
}
