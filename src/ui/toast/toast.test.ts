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

test("errors and what offers an action are kept, the newest first; what only confirms is not", () => {
  const { toast, messages } = createToasts(() => 7);
  toast.success("Saved");
  toast.error("Not sent", { description: "No connection" });
  toast.success("Archived", { action: { label: "Undo", onClick: () => undefined } });
  expect(messages.all()).toMatchObject([
    { kind: "success", text: "Archived", at: 7, isUsed: false },
    { kind: "error", text: "Not sent", description: "No connection", at: 7 },
  ]);
});

test("an action is done once, whether it is chosen in the message or where messages are kept", () => {
  const { toast, messages, showIn } = createToasts();
  const chosen: (() => void)[] = [];
  const show = (_text: string, more?: { readonly action?: { readonly onClick: () => void } }) =>
    void (more?.action && chosen.push(more.action.onClick));
  showIn({ success: show, error: show, warning: show });
  let undone = 0;
  toast.success("Archived", { action: { label: "Undo", onClick: () => void (undone += 1) } });
  chosen[0]?.();
  messages.all()[0]?.action?.onClick();
  expect(undone).toBe(1);
  expect(messages.all()).toMatchObject([{ text: "Archived", isUsed: true }]);
});

test("the newest 50 are kept, and those who look are told of each change", () => {
  const { toast, messages } = createToasts();
  let told = 0;
  const stop = messages.subscribe(() => void (told += 1));
  for (let n = 1; n <= 60; n += 1) toast.error(`Failure ${n}`);
  expect(messages.all()).toHaveLength(50);
  expect(messages.all()[0]).toMatchObject({ text: "Failure 60" });
  stop();
  messages.forget();
  expect(messages.all()).toEqual([]);
  expect(told).toBe(60);
});
