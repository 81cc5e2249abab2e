import { TOPIC_QUESTIONS } from "../../../../convex/core/tickets/rules/questions";
import type { TicketTopic } from "../../../../convex/core/tickets/table";

/** What to write about; with a topic also what an agent would ask first. Stands in the help of a Field, so it is one paragraph. */
export function DescriptionHelp({ topic }: { topic: TicketTopic | null }) {
  return (
    <>
      What you did, what you expected, and what happened instead. Leave out passwords and keys.
      {topic === null ? null : (
        <>
          <span className="mt-1 block text-ink-soft">If you can, also say: </span>
          {TOPIC_QUESTIONS[topic].map((question) => (
            <span key={question} className="block pl-4 -indent-3 text-ink-soft">
              <span aria-hidden>• </span>
              {question}{" "}
            </span>
          ))}
        </>
      )}
    </>
  );
}
