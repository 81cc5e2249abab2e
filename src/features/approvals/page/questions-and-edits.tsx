/** What was asked since the request was sent, and what was changed. */

import { AnswerChanges, EditList } from "../../../components/changes/answer-changes";
import { QuestionsAndAnswers } from "../../../components/questions-and-answers";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import type { ShownApproval, useQuestions } from "../api";
import { Section } from "./section";

/** What was asked and answered so far: decisions rest on it. */
export function Answered({ said, requestKey }: { said: ReturnType<typeof useQuestions>; requestKey: string }) {
  return (
    <Section id="approval-questions" title="Questions and answers">
      <QuestionsAndAnswers said={said} requestKey={requestKey} />
    </Section>
  );
}

/** What was changed since it was sent: decisions before the last edit do not count. */
export function Edits({
  page: {
    request: { edits },
  },
  isChanged,
  onRead,
}: {
  page: ShownApproval;
  isChanged: boolean;
  onRead: () => void;
}) {
  const [last, ...earlier] = edits;
  if (!last) return null;
  const shown = isChanged ? earlier : edits;
  return (
    <>
      {isChanged ? (
        <Alert meaning="warning" title={`${last.by} changed the answers while this page was open`}>
          <AnswerChanges changes={last.changes} />
          <Button size="sm" variant="outline" className="mt-2.5" onClick={onRead}>
            I have read the changes
          </Button>
        </Alert>
      ) : null}
      {shown.length === 0 ? null : (
        <Section
          id="approval-edits"
          title="Answers were changed"
          description="What was decided before the last change no longer counts."
        >
          <EditList edits={shown} />
        </Section>
      )}
    </>
  );
}
