import { useState } from "react";
import type { TicketTopic } from "../../../convex/core/tickets/table";
import { pageOf } from "../../../convex/site/pages";
import { pageAt } from "../../../convex/site/place";
import { SuggestedArticles } from "../../components/articles/suggested-articles";
import { useArticlesAbout } from "./api";

/** What pages are about by the beginning of their address; an error on any other page is about the portal. */
const TOPIC_OF: Readonly<Record<string, TicketTopic>> = {
  requests: "request",
  approvals: "request",
  finops: "cost",
  profile: "account",
};

/** Help articles about the page that an error happened on, for whoever would ask support. */
export function ErrorHelp() {
  // Of the page as it was when it failed: its address changes before the error screen goes.
  const [pathname] = useState(() => location.pathname);
  const page = pageAt(pathname);
  const topic = TOPIC_OF[pathname.split("/")[1] ?? ""] ?? "portal";
  const articles = useArticlesAbout(page ? pageOf(page).title : "", topic) ?? [];
  return (
    <div className="w-full">
      <SuggestedArticles title="One of these help articles may answer it" articles={articles} />
    </div>
  );
}
