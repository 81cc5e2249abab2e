import { Lock } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { QueryBoundary } from "../../../../components/query-boundary";
import { Tabs } from "../../../../ui/page/tabs";
import type { RequestDetail } from "../api";
import type { Wanted } from "../use-begun";
import { AnswerBox, OpenQuestion } from "./answer-box";
import { Arrivals } from "./arrivals";
import { Comments, type Visibility } from "./comments";
import { Composer } from "./composer";

/** What people say about a request; those who work on it also have notes of their own. */
export function Conversation({
  request,
  wanted,
  onBegun,
}: {
  request: RequestDetail;
  /** What somebody was led here to write, until they have begun. */
  wanted: Wanted | null;
  onBegun: () => void;
}) {
  const [shown, setShown] = useState<Visibility>("public");
  const followed = useRef("");
  // Once for each address: whoever turns away from what it names is not taken back.
  const follow = useCallback((linked: string, visibility: Visibility) => {
    if (followed.current === linked) return;
    followed.current = linked;
    setShown(visibility);
  }, []);
  const thread = (visibility: Visibility) => (
    <Thread
      key={visibility}
      request={request}
      visibility={visibility}
      wanted={wanted}
      onBegun={onBegun}
      onFound={follow}
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
  wanted,
  onBegun,
  onFound,
}: {
  request: RequestDetail;
  visibility: Visibility;
  wanted: Wanted | null;
  onBegun: () => void;
  onFound: (linked: string, visibility: Visibility) => void;
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
      >
        <Comments {...{ request, visibility, onFound }} />
      </ol>
      <Arrivals request={request} visibility={visibility} />
      {!isAnswering && visibility === "public" && request.question ? (
        <OpenQuestion question={request.question} requester={request.requester.name} />
      ) : null}
      {isAnswering && request.question ? (
        <AnswerBox request={request} question={request.question} {...{ wanted, onBegun }} landing={said} />
      ) : null}
      {!isAnswering && request.whyNot.comment === null ? (
        <Composer request={request} visibility={visibility} {...{ wanted, onBegun }} />
      ) : null}
    </div>
  );
}
