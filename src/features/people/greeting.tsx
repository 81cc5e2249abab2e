import { shownDate } from "../../lib/readers-clock";
import { useViewer } from "../../shell/session";
import { useNow } from "../../ui/text/use-now";
import { greeting } from "./person-words";

/** "Good morning, Ada", by the clock of whoever reads it; whose Home it is where they see somebody else's. */
export function Greeting() {
  const viewer = useViewer();
  const now = useNow();
  if (viewer?.impersonation) return <>Home of {viewer.impersonation.name}</>;
  return <>{greeting(viewer?.firstName ?? "", shownDate(now).getUTCHours())}</>;
}
