import { useState } from "react";
import { VisuallyHidden } from "../../../../ui/text/visually-hidden";
import { type RequestDetail, useComments } from "../api";
import { arrivedText } from "./arrived";
import type { Visibility } from "./comments";

/** Says what arrives while somebody is here. The comments themselves would also say how old they are, again and again. */
export function Arrivals({ request, visibility }: { request: RequestDetail; visibility: Visibility }) {
  const comments = useComments(request.key)?.comments.filter((comment) => comment.visibility === visibility);
  const [since, setSince] = useState<number | null>(null);
  if (since === null && comments) setSince(comments.at(-1)?.createdAt ?? 0);
  const noun = visibility === "internal" ? "note" : "comment";
  return (
    <VisuallyHidden>
      <span role="status">{since === null ? "" : arrivedText(comments ?? [], since, noun)}</span>
    </VisuallyHidden>
  );
}
