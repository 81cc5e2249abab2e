/** What the palette offers about a request: what the viewer may do now, by the same reasons as the page's buttons. */

import { pathTo } from "../../../../../convex/site/links";
import type { RequestDetail } from "../api";
import { primaryAction } from "./primary-action";

/** Something to do on the page, or a page to go to. */
export type Offered =
  | {
      readonly do: "answer" | "comment" | "remind" | "copy" | "hold" | "liftHold" | "cancel" | "copyKey";
      readonly label: string;
    }
  | { readonly do: "go"; readonly label: string; readonly to: string };

type Shown = Pick<
  RequestDetail,
  "id" | "key" | "type" | "status" | "viewer" | "whyNot" | "tasks" | "hold" | "remindedAt"
>;

export const GO_LABELS = {
  decide: "Decide",
  work: "Open your task",
  continue: "Continue the draft",
  repair: "Open the failed task",
} as const;

/** In the order of the page: the next step, then what can always be done, the end of it last. */
export function offered(request: Shown, isAdminFrame: boolean): Offered[] {
  const { key, status, viewer, whyNot, hold, remindedAt } = request;
  const next = primaryAction(request, isAdminFrame);
  const all: (Offered | false)[] = [
    next !== null && "to" in next && { do: "go", label: GO_LABELS[next.kind], to: next.to },
    whyNot.answer === null && { do: "answer", label: "Answer the question" },
    // While a question waits for the viewer, the place to write is the answer's.
    whyNot.comment === null && whyNot.answer !== null && { do: "comment", label: "Write a comment" },
    whyNot.remind === null && { do: "remind", label: remindedAt === null ? "Remind those who decide" : "Remind again" },
    hold !== null && whyNot.liftHold === null && { do: "liftHold", label: "Lift the hold" },
    viewer.isManager && hold === null && whyNot.hold === null && { do: "hold", label: "Put on hold" },
    viewer.isRequester && { do: "copy", label: "Copy into a new request" },
    status !== "Draft" && { do: "go", label: "Open the story", to: pathTo("story", { id: key }) },
    viewer.isManager && {
      do: "go",
      label: isAdminFrame ? "Open the requester's view" : "Open the admin view",
      to: isAdminFrame ? pathTo("request", { id: key }) : pathTo("requestAsAdmin", { id: key }),
    },
    { do: "copyKey", label: `Copy ${key}` },
    whyNot.cancel === null && { do: "cancel", label: "Cancel request" },
  ];
  return all.filter((one) => one !== false);
}
