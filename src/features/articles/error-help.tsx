import { useState } from "react";
import { SuggestedArticles } from "../../components/articles/suggested-articles";
import { useArticlesAbout } from "./api";
import { helpForPage } from "./help-for-page";

/** Help articles about the page that an error happened on, for whoever would ask support. */
export function ErrorHelp() {
  // Of the page as it was when it failed: its address changes before the error screen goes.
  const [pathname] = useState(() => location.pathname);
  const { text, topic } = helpForPage(pathname);
  const articles = useArticlesAbout(text, topic);
  return (
    <div className="w-full">
      <SuggestedArticles title="One of these help articles may answer it" articles={articles} />
    </div>
  );
}
