import type { ShownUse } from "../../../convex/core/grants/table";
import { formatDateTime } from "../../lib/dates";
import { useNow } from "../../ui/text/use-now";
import { lastUseWords } from "./last-use-words";

/** When access was last used, and until when that is known; the exact time on hover. */
export function LastUse({ use }: { use: ShownUse | null }) {
  const now = useNow();
  const at = use?.lastUsedAt ?? null;
  return (
    <span title={at === null ? undefined : formatDateTime(at)} suppressHydrationWarning>
      {lastUseWords(use, now)}
    </span>
  );
}
