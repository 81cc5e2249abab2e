import { MessageCircleQuestion, MessageCircleReply, Paperclip } from "lucide-react";
import { anchorOf } from "../../convex/site/anchors";
import { pathTo } from "../../convex/site/links";
import { RelativeTime } from "../ui/text/relative-time";
import { VisuallyHidden } from "../ui/text/visually-hidden";
import { GoLink } from "./go-link";

/** A question to the requester, or an answer. */
export interface Said {
  readonly id: string;
  readonly by: string;
  readonly at: number;
  readonly body: string;
  readonly isAnswer: boolean;
  readonly files: readonly string[];
}

/** What the requester was asked and answered, oldest first; files are opened in the conversation. */
export function QuestionsAndAnswers({ said, requestKey }: { said: readonly Said[]; requestKey: string }) {
  return (
    <ol aria-label="Questions and answers" className="flex flex-col">
      {said.map(({ id, by, at, body, isAnswer, files }) => {
        const Icon = isAnswer ? MessageCircleReply : MessageCircleQuestion;
        return (
          <li key={id} className="flex gap-2 border-b border-line py-2 first:pt-0 last:border-b-0 last:pb-0">
            <Icon
              aria-hidden
              className={isAnswer ? "mt-0.5 size-4 shrink-0 text-success" : "mt-0.5 size-4 shrink-0 text-warning"}
            />
            <div className="min-w-0">
              <p className="text-ink-soft">
                <span className="font-medium text-ink">{by}</span> {isAnswer ? "answered" : "asked"}{" "}
                <RelativeTime at={at} />
              </p>
              <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere text-ink">
                {body}
              </p>
              {files.length === 0 ? null : (
                <GoLink
                  to={pathTo("request", { id: requestKey }, {}, anchorOf("comment", id))}
                  className="mt-0.5 inline-flex items-center gap-1 rounded-sm text-sm text-accent-text hover:underline"
                >
                  <Paperclip aria-hidden className="size-3.5 shrink-0" />
                  <VisuallyHidden>Attached: </VisuallyHidden>
                  <span className="min-w-0 wrap-anywhere">{files.join(", ")}</span>
                </GoLink>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
