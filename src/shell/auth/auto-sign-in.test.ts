import { expect, test } from "vitest";
import type { AuthAdapter } from "./adapter";
import { autoSignIn, invitationTarget, takeInvitation } from "./auto-sign-in";

const invitation = { email: " New@ao.com", password: "Initial-1pass", taskId: "7" };

function anAdapter(result: Awaited<ReturnType<AuthAdapter["autoSignIn"]>>) {
  const asked: unknown[] = [];
  const adapter: Pick<AuthAdapter, "autoSignIn" | "revalidate"> = {
    autoSignIn: async (credentials) => {
      asked.push(credentials);
      return result;
    },
    revalidate: async () => void asked.push("revalidate"),
  };
  // Only these two methods are called.
  return { adapter: adapter as AuthAdapter, asked };
}

test("the address is sent trimmed and in lower case", async () => {
  const { adapter, asked } = anAdapter({ ok: true, status: "complete" });
  expect(await autoSignIn(adapter, invitation)).toEqual({ ok: true });
  expect(asked).toEqual([{ email: "new@ao.com", password: "Initial-1pass" }]);
});

test("being signed in already is success", async () => {
  const { adapter, asked } = anAdapter({ ok: false, code: "session_exists", message: "You are already signed in." });
  expect(await autoSignIn(adapter, invitation)).toEqual({ ok: true });
  expect(asked.at(-1)).toBe("revalidate");
});

test("anything but a complete sign-in is told to the person", async () => {
  const { adapter } = anAdapter({ ok: true, status: "needs_email_verification" });
  expect(await autoSignIn(adapter, invitation)).toMatchObject({
    ok: false,
    message: "Sign-in incomplete. Please try again or contact your administrator.",
  });
});

test("the link's values can be taken once, and are then nowhere", () => {
  let values: object | null = invitation;
  const page = {
    __portalInvitation: () => {
      const taken = values;
      values = null;
      return taken;
    },
  };
  expect(takeInvitation(page)).toEqual(invitation);
  expect(takeInvitation(page)).toBeNull();
  expect(Object.keys(page)).toEqual([]);
});

test.each([
  ["k57abc_-", "/requests/tasks/k57abc_-"],
  ["", "/"],
  ["../../evil", "/"],
  ["7?x=1", "/"],
  ["x".repeat(65), "/"],
])("the task id %j leads to %s", (taskId, target) => {
  expect(invitationTarget(taskId)).toBe(target);
});
