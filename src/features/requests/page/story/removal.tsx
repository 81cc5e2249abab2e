import type { ReactNode } from "react";
import { formatDateTime } from "../../../../lib/dates";
import { DescriptionList } from "../../../../ui/page/description-list";
import { type Removal, useRemovalBehind } from "../api";
import { Typed } from "../form-answers";
import { Chapter } from "./chapter";

/** Types of requests the portal sends itself when somebody is removed or brought back. */
const OF_REMOVALS: readonly string[] = ["portal-removal", "portal-restore"];

/** The removal a request carries out or takes back; null for any other request, undefined while it is read. */
export function useRemovalOf({ key, type }: { readonly key: string; readonly type: { readonly key: string } }) {
  const found = useRemovalBehind(OF_REMOVALS.includes(type.key) ? key : null);
  return OF_REMOVALS.includes(type.key) ? found : null;
}

/** Whose word it was, who took over what, and who was brought back: what a certificate of a removal says. */
export function RemovalChapter({ removal, children }: { removal: Removal; children: ReactNode }) {
  const { name, email, at, by, confirmedBy, reason, successor, successors, restored } = removal;
  return (
    <Chapter title="Who was removed, and by whom">
      <p className="wrap-anywhere" suppressHydrationWarning>
        {name} ({email}) was removed from the portal on {formatDateTime(at)} by {by}
        {confirmedBy === null ? "" : `, confirmed by ${confirmedBy}`}.
      </p>
      <DescriptionList
        items={[
          { term: "Reason", value: <Typed>{reason}</Typed> },
          { term: "Successor", value: successor },
          ...successors.map(({ kind, name: successor }) => ({ term: `${kind} went to`, value: successor })),
        ]}
      />
      {restored === null ? null : (
        <>
          <p suppressHydrationWarning>
            {restored.by} restored {name} on {formatDateTime(restored.at)}.
          </p>
          <DescriptionList items={[{ term: "Reason", value: <Typed>{restored.reason}</Typed> }]} />
        </>
      )}
      {children}
    </Chapter>
  );
}
