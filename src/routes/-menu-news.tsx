import { useEffect } from "react";
import { useNews } from "../features/feedback/api";
import { useUndecided } from "../features/reviews/api";
import { countLabel } from "../shell/frame/title";
import type { MenuMarks } from "../shell/frame/use-menu";

/**
 * Says what the menu marks, for which no page waits: whether something was shipped since the viewer looked last, and how
 * much is theirs to decide in access reviews.
 */
export function MenuNews({ onNews }: { onNews: (news: MenuMarks) => void }): null {
  const hasNews = (useNews()?.count ?? 0) > 0;
  const undecided = useUndecided();
  useEffect(
    () =>
      onNews({
        ...(hasNews && { feedback: "new in the changelog" }),
        ...(undecided > 0 && { accessReviews: `${countLabel(undecided)} to decide` }),
      }),
    [hasNews, undecided, onNews],
  );
  return null;
}
