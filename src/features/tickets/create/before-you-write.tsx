import type { TicketTopic } from "../../../../convex/core/tickets/table";
import { SuggestedArticles } from "../../../components/articles/suggested-articles";
import { useSettled } from "../../../lib/use-settled";
import { useSuggestedArticles } from "../api";

/** How long nothing is typed before articles are looked for. */
const QUIET_MS = 300;

/** Help articles about what is being written: an answer that is there is sooner than one that is waited for. */
export function BeforeYouWrite({ title, topic }: { title: string; topic: TicketTopic | null }) {
  const articles = useSuggestedArticles(useSettled(title, QUIET_MS), topic);
  return <SuggestedArticles title="Before you write: does one of these answer it?" articles={articles} />;
}
