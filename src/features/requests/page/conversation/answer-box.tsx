import { MessageCircleQuestion } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { formatDeadline } from "../../../../lib/dates";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { toast } from "../../../../ui/toast/toast";
import { type RequestDetail, useRequestCommands } from "../api";
import { useBegun, type Wanted } from "../use-begun";
import { WritingBox } from "./composer";

type OpenQuestionFacts = NonNullable<RequestDetail["question"]>;

/** The open question as everybody but the requester sees it. */
export function OpenQuestion({ question, requester }: { question: OpenQuestionFacts; requester: string }) {
  return (
    <section aria-label="Open question" className="rounded-lg border border-warning-line bg-warning-wash p-3">
      <Question question={question} who={`${requester} answers`} />
    </section>
  );
}

function Question({ question: { by, at, text, cancelsAt }, who }: { question: OpenQuestionFacts; who: string }) {
  return (
    <div className="flex gap-2.5">
      <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="text-sm text-ink-soft">
          {by} asked <RelativeTime at={at} />
        </p>
        <p dir="auto" className="max-w-prose font-medium whitespace-pre-wrap wrap-anywhere text-ink">
          {text}
        </p>
        <p className="text-sm text-ink-soft" suppressHydrationWarning>
          Deadlines are paused until {who}. Without an answer the request is cancelled on {formatDeadline(cancelsAt)}.
        </p>
      </div>
    </div>
  );
}

/**
 * The open question, and the place to answer it. `wanted` is what the header's button led to, until it has begun;
 * `landing` takes the focus when the box leaves with it.
 */
export function AnswerBox({
  request,
  question,
  wanted,
  onBegun,
  landing,
}: {
  request: RequestDetail;
  question: OpenQuestionFacts;
  wanted: Wanted | null;
  onBegun: () => void;
  landing: RefObject<HTMLElement | null>;
}) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [own, place] = [box.current, landing.current];
    return () => {
      if (own?.contains(document.activeElement)) place?.focus({ preventScroll: true });
    };
  }, [landing]);
  const input = useRef<HTMLTextAreaElement>(null);
  const { answer } = useRequestCommands(request.id);
  useBegun(input, wanted, { writes: "answer", onBegun });
  return (
    <section
      ref={box}
      aria-label="Open question"
      className="flex flex-col gap-3 rounded-lg border border-warning-line bg-warning-wash p-3"
    >
      <Question question={question} who="you answer" />
      <WritingBox
        request={request}
        label="Answer"
        placeholder="Write your answer; @ mentions somebody"
        sendLabel="Send answer"
        input={input}
        send={async (body, mentionIds, uploadIds) => {
          await answer(body, mentionIds, uploadIds);
          toast.success("Your answer was sent and the request carries on");
        }}
      />
    </section>
  );
}
