import { useViewer } from "../../shell/session";
import { useNow } from "../../ui/text/use-now";
import { greeting } from "./person-words";

/** "Good morning, Ada", by the clock of whoever reads it. */
export function Greeting() {
  const viewer = useViewer();
  const now = useNow();
  return <>{greeting(viewer?.firstName ?? "", new Date(now).getHours())}</>;
}
