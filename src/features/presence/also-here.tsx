import type { PresencePage } from "../../../convex/core/presence/table";
import { Faces } from "../../components/presence/faces";
import { useOthers, useStay } from "./api";
import { othersText, placeText } from "./presence-words";

/**
 * Who else has a page about this request open, so that nobody answers or decides past another; and shows them the
 * viewer.
 */
export function AlsoHere({ request, page }: { request: string; page: PresencePage }) {
  const others = useOthers(request);
  useStay(request, page);
  return (
    <Faces
      faces={others.map((other) => ({ ...other, says: placeText(other.page, page) }))}
      text={othersText(others.map(({ name }) => name))}
    />
  );
}
