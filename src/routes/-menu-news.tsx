import { useEffect } from "react";
import { useNews } from "../features/feedback/api";

/** Says whether something was shipped since the viewer looked last: the mark in the menu, for which no page waits. */
export function MenuNews({ onNews }: { onNews: (hasNews: boolean) => void }): null {
  const hasNews = (useNews()?.count ?? 0) > 0;
  useEffect(() => onNews(hasNews), [hasNews, onNews]);
  return null;
}
