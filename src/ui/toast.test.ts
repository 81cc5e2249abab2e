import { expect, test } from "vitest";
import { createToasts } from "./toast";

function aList() {
  const shown: string[] = [];
  const keep = (kind: string) => (text: string) => void shown.push(`${kind}: ${text}`);
  return { shown, list: { success: keep("success"), error: keep("error"), warning: keep("warning") } };
}

test("what is said before the list is loaded is shown in the same order, once", () => {
  const { toast, showIn } = createToasts();
  const { shown, list } = aList();
  toast.success("saved");
  toast.error("lost");
  showIn(list);
  toast.warning("cut");
  expect(shown).toEqual(["success: saved", "error: lost", "warning: cut"]);
});

test("of many messages that wait, the newest are kept", () => {
  const { toast, showIn } = createToasts();
  const { shown, list } = aList();
  for (const text of ["1", "2", "3", "4", "5", "6", "7"]) toast.success(text);
  showIn(list);
  expect(shown).toEqual(["3", "4", "5", "6", "7"].map((text) => `success: ${text}`));
});
