import { Lock } from "lucide-react";
import { useRef, useState } from "react";
import { anchorOf } from "../../../../../convex/site/anchors";
import { useLinkedPart } from "../../../../components/linked/use-linked-part";
import { QueryBoundary } from "../../../../components/query-boundary";
import { Button } from "../../../../ui/button";
import { EmptyState } from "../../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";
import { Tabs } from "../../../../ui/page/tabs";
import { type Comment, type RequestDetail, useComments } from "../api";
import { AnswerBox, OpenQuestion } from "./answer-box";
import { CommentItem } from "./comment-item";
import { type About, Composer } from "./composer";

type Visibility = Comment["visibility"];

/** What people say about a request; those who work on it also have notes of their own. */
export function Conversation({
  request,
  answerSignal,
  commentSignal,
  about,
}: {
  request: RequestDetail;
  answerSignal: number;
  commentSignal: number;
  about: About | null;
}) {
  const [shown, setShown] = useState<Visibility>("public");
  const thread = (visibility: Visibility) => (
    <Thread
      key={visibility}
      request={request}
      visibility={visibility}
      answerSignal={answerSignal}
      commentSignal={commentSignal}
      about={about}
    />
  );
  return (
    <QueryBoundary title="The conversation did not load">
      {request.viewer.seesInternal ? (
        <Tabs
          isNested
          label="Who reads it"
          value={shown}
          onValueChange={setShown}
          items={[
            { value: "public", label: "Everybody on the request", panel: thread("public") },
            { value: "internal", label: "Internal notes", panel: thread("internal") },
          ]}
        />
      ) : (
        thread("public")
      )}
    </QueryBoundary>
  );
}

function Thread({
  request,
  visibility,
  answerSignal,
  commentSignal,
  about,
}: {
  request: RequestDetail;
  visibility: Visibility;
  answerSignal: number;
  commentSignal: number;
  about: About | null;
}) {
  const said = useRef<HTMLOListElement>(null);
  const isAnswering = visibility === "public" && request.whyNot.answer === null;
  return (
    <div className="flex flex-col gap-4">
      {visibility === "internal" ? (
        <p className="flex items-start gap-1.5 text-sm text-ink-soft">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          Read by those who decide, work on it or oversee it. {request.requester.name}
          {request.beneficiary.id === request.requester.id
            ? " never sees"
            : ` and ${request.beneficiary.name} never see`}{" "}
          it.
        </p>
      ) : null}
      <ol
        ref={said}
        tabIndex={-1}
        aria-label={visibility === "internal" ? "Internal notes" : "Comments"}
        className="flex flex-col gap-4 rounded-sm"
        aria-live="polite"
      >
        <Comments request={request} visibility={visibility} before={undefined} />
      </ol>
      {!isAnswering && visibility === "public" && request.question ? (
        <OpenQuestion question={request.question} requester={request.requester.name} />
      ) : null}
      {isAnswering && request.question ? (
        <AnswerBox request={request} question={request.question} asked={answerSignal} landing={said} />
      ) : null}
      {!isAnswering && request.whyNot.comment === null ? (
        <Composer request={request} visibility={visibility} asked={commentSignal} about={about} />
      ) : null}
    </div>
  );
}

/** One page of comments, the older ones above it once they are asked for. */
function Comments({
  request,
  visibility,
  before,
}: {
  request: RequestDetail;
  visibility: Visibility;
  before: number | undefined;
}) {
  const page = useComments(request.key, before);
  const [showsOlder, setShowsOlder] = useState(false);
  const linked = useLinkedPart((part) => page?.comments.some(({ id }) => anchorOf("comment", id) === part) === true);
  if (page === undefined)
    return (
      <li>
        <Loading />
      </li>
    );
  const comments = page.comments.filter((comment) => comment.visibility === visibility);
  const first = page.comments[0];
  return (
    <>
      {page.hasOlder && first ? (
        showsOlder ? (
          <Comments request={request} visibility={visibility} before={first.createdAt} />
        ) : (
          <li>
            <Button variant="outline" size="sm" onClick={() => setShowsOlder(true)}>
              Show older comments
            </Button>
          </li>
        )
      ) : null}
      {comments.length === 0 && !page.hasOlder && before === undefined ? (
        <li>
          <EmptyState
            kind="nothing-yet"
            title={visibility === "internal" ? "No notes yet" : "No comments yet"}
            className="px-0 py-1"
          >
            {visibility === "internal"
              ? "What you write here stays among those who work on it."
              : "Questions and answers about this request are kept here."}
          </EmptyState>
        </li>
      ) : null}
      {comments.map((comment) => (
        <CommentItem key={comment.id} {...{ comment, request, linked }} />
      ))}
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the conversation" className="flex flex-col gap-3">
      <Skeleton className="w-40" />
      <Skeleton className="h-10" />
    </SkeletonGroup>
  );
}
