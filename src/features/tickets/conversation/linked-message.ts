import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { anchorOf } from "../../../../convex/site/anchors";
import { pathTo } from "../../../../convex/site/links";
import { useLinkedPart } from "../../../components/linked/use-linked-part";
import { type Ticket, useMessagePlace } from "../api";

/** The description is the first message. */
export const FIRST = anchorOf("message", "first");
const MESSAGE = anchorOf("message", "");

/**
 * The id of the message that the address names, or "", and whether its reader is shown none. One that is in another
 * ticket, since a merge was undone, is opened there.
 */
export function useLinkedMessage({ key, messages }: Ticket): { readonly linked: string; readonly isGone: boolean } {
  const router = useRouter();
  const named = useLocation({ select: ({ hash }) => hash });
  const isHere = named === FIRST || messages.some(({ id }) => anchorOf("message", id) === named);
  const id = named.startsWith(MESSAGE) && !isHere ? named.slice(MESSAGE.length) : null;
  const place = useMessagePlace(id);
  const isElsewhere = place && place.key !== key;
  const there = isElsewhere
    ? pathTo("ticket", { id: place.key }, {}, place.messageId ? anchorOf("message", place.messageId) : FIRST)
    : null;
  useEffect(() => {
    if (there !== null) void router.navigate({ href: there, replace: true });
  }, [router, there]);
  const isGone = id !== null && place !== undefined && !isElsewhere;
  return { linked: useLinkedPart(() => id === null || isGone), isGone };
}
