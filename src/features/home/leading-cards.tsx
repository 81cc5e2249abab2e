import { boardOf } from "../../../convex/core/people/rules/home";
import { useViewer } from "../../shell/session";
import { useIsWide } from "../../ui/use-is-wide";
import { useIsNew } from "./api";
import { QuickActions } from "./quick-actions";
import { WaitingOnYou } from "./waiting/waiting-card";

/**
 * What Home begins with: what waits for the viewer. In one column, as on phones, what they ask for most stands above
 * it, small enough that both are seen at once.
 */
export function LeadingCards() {
  const viewer = useViewer();
  const isWide = useIsWide("lg");
  const isNew = useIsNew();
  const isOffered = viewer && boardOf(viewer.homeCards, viewer.pinnedHomeCards).includes("quickActions");
  return (
    <>
      {!isWide && isOffered === true && isNew === false ? <QuickActions areTiles /> : null}
      <WaitingOnYou />
    </>
  );
}
