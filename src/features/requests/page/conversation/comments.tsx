import { useEffect, useState } from "react";
import { anchorOf } from "../../../../../convex/site/anchors";
import { useLinkedPart } from "../../../../components/linked/use-linked-part";
import { MoreButton } from "../../../../ui/list/more-button";
import { EmptyState } from "../../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../../ui/page/skeleton";
import { type Comment, type RequestDetail, useComments } from "../api";
import { CommentItem } from "./comment-item";

export type Visibility = Comment["visibility"];

interface Page {
  readonly request: RequestDetail;
  readonly visibility: Visibility;
  /** The page whose comments are older than this; the newest when absent. */
  readonly before?: number;
  /** Whether what the address names may be on this page: it was on none of the newer ones. */
  readonly isSought?: boolean;
  /** What the address names is here, among those that somebody reads. */
  readonly onFound: (linked: string, visibility: Visibility) => void;
}

/** One page of comments, the older ones above it once they are asked for, or hold what the address names. */
export function Comments({ request, visibility, before, isSought = true, onFound }: Page) {
  const page = useComments(request.key, before);
  const [showsOlder, setShowsOlder] = useState(false);
  const named = (part: string) => page?.comments.find(({ id }) => anchorOf("comment", id) === part);
  const linked = useLinkedPart((part) => named(part)?.visibility === visibility);
  const found = named(linked)?.visibility;
  useEffect(() => {
    if (found !== undefined) onFound(linked, found);
  }, [linked, found, onFound]);
  if (page === undefined)
    return (
      <li>
        <Loading />
      </li>
    );
  const comments = page.comments.filter((comment) => comment.visibility === visibility);
  const [first] = page.comments;
  const isMissing = isSought && found === undefined && linked.startsWith(anchorOf("comment", ""));
  return (
    <>
      {page.hasOlder && first ? (
        showsOlder || isMissing ? (
          <Comments {...{ request, visibility, onFound }} before={first.createdAt} isSought={isMissing} />
        ) : (
          <li>
            <MoreButton variant="outline" size="sm" list="ol" rows="li[id]" onMore={() => setShowsOlder(true)}>
              Show older comments
            </MoreButton>
          </li>
        )
      ) : isMissing ? (
        <li>
          <p role="status" className="text-sm text-ink-soft">
            The comment that this link leads to is not here, or you cannot read it.
          </p>
        </li>
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
