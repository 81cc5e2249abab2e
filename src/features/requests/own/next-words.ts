/** Pure decisions about one row of "My Requests". */

import { withReadersTimes } from "../../../lib/dates";
import type { OwnRequest } from "./api";

/** Whether it waits for the viewer: a question to answer, or a draft to send. */
export function asksViewer({ status, byName }: Pick<OwnRequest, "status" | "byName">): boolean {
  return byName === null && (status === "Needs info" || status === "Draft");
}

/** What happens next, in a few words. */
export function nextText({ status, waitsFor }: Pick<OwnRequest, "status" | "waitsFor">): string {
  if (status === "Draft") return "Finish and send it";
  return waitsFor === null ? "Nothing more to do" : withReadersTimes(waitsFor);
}
