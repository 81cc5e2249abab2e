/**
 * The quick way through the parts of a request's life that a journey is not about: sent, decided and reported
 * as its people, by the same functions their screens call. What becomes of it is asked the same way.
 */

import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ShownRequest } from "../../convex/pages/request/detailView.ts";
import { askBackend } from "./backend.ts";

/** A request that was sent. */
export interface Sent {
  readonly id: string;
  readonly key: string;
}

/** A function's answer; a refusal fails the journey. */
async function answerOf<Value>(
  page: Page,
  kind: "query" | "mutation",
  path: string,
  args: object = {},
): Promise<Value> {
  const { value, code } = await askBackend<Value>(page, kind, path, args);
  expect(code, `${path} should not be refused`).toBeUndefined();
  return value as Value;
}

/** The id of a business area, by its code. */
export async function areaId(page: Page, code: string): Promise<string> {
  const areas = await answerOf<{ id: string; code: string }[]>(page, "query", "people/queries:areas");
  return areas.find((area) => area.code === code)?.id ?? expect.fail(`There is no business area ${code}`);
}

/** The id of a colleague, by their full name. */
export async function personId(page: Page, name: string): Promise<string> {
  const people = await answerOf<{ id: string; name: string }[]>(page, "query", "people/queries:search", { text: name });
  return people.find((person) => person.name === name)?.id ?? expect.fail(`There is nobody called ${name}`);
}

/** Why a request belongs to another area; kept only where it does. */
const OTHER_AREA = { otherAreaReason: "The work is theirs, and they pay for it." };

/** The address of the create page with these answers filled in, as another tool would link to it. */
export function createLink(type: string, answers: Readonly<Record<string, string | number | boolean>>): string {
  return `/requests/create?${new URLSearchParams([["type", type], ...Object.entries({ ...OTHER_AREA, ...answers }).map(([name, value]) => [`field.${name}`, String(value)])]).toString()}`;
}

/** Sends a request as the person of this page. */
export async function send(page: Page, typeKey: string, form: object): Promise<Sent> {
  return await answerOf<Sent>(page, "mutation", "requests/mutations:submit", {
    typeKey,
    form: { ...OTHER_AREA, ...form },
    submitKey: randomUUID(),
    acceptsDuplicate: true,
  });
}

/** The request behind the page a form leads to once it is sent. */
export async function sentFrom(page: Page): Promise<Sent> {
  await page.waitForURL((address) => /^\/requests\/(?!create)\w+/.test(address.pathname));
  const name = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { id, key } = await requestOf(page, name);
  return { id, key };
}

/** Everything the person of this page is shown of a request. */
export async function requestOf(page: Page, name: string): Promise<ShownRequest> {
  return await answerOf<ShownRequest>(page, "query", "requests/queries:get", { request: name });
}

/** One task of a request, as the person of this page sees it. */
export async function taskOf(page: Page, { key }: Sent, title: string): Promise<ShownRequest["tasks"][number]> {
  const { tasks } = await requestOf(page, key);
  return tasks.find((task) => task.title === title) ?? expect.fail(`${key} has no task ${title}`);
}

/** Approves a request as each of these people in turn, as soon as it waits for them. */
export async function approve({ key }: Sent, ...deciders: readonly Page[]): Promise<void> {
  for (const page of deciders) {
    const waiting = async () =>
      (
        await answerOf<{ rows: { approvalId: string; requestKey: string }[] }>(page, "query", "approvals/queries:mine")
      ).rows.find(({ requestKey }) => requestKey === key);
    await expect.poll(waiting, { message: `${key} should wait for this decision` }).toBeDefined();
    await answerOf(page, "mutation", "approvals/mutations:decide", {
      approvalId: (await waiting())?.approvalId,
      verdict: "approve",
      comment: "Agreed",
      withoutPlan: true,
    });
  }
}

/** Reports a manual task as done, as soon as it has started. */
export async function reportDone(page: Page, request: Sent, title: string, evidence: string): Promise<void> {
  await expect
    .poll(async () => (await taskOf(page, request, title)).status, { message: `${title} should start` })
    .toBe("Running");
  const { id: taskId } = await taskOf(page, request, title);
  await answerOf(page, "mutation", "tasks/mutations:completeManual", { taskId, evidence });
}

/** One event of the audit trail, as far as journeys look at it. */
export interface HistoryEvent {
  readonly action: string;
  readonly actor: string;
}

/** What the audit trail holds about a request, oldest first, read as somebody who may see it. */
export async function historyOf(page: Page, { id }: Sent): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let after: unknown = undefined;
  do {
    const answer: { events: { action: string; actor: { label: string } }[]; next: unknown } = await answerOf(
      page,
      "query",
      "audit/queries:ofObject",
      { type: "request", id, ...(after ? { after } : {}) },
    );
    events.push(...answer.events.map(({ action, actor }) => ({ action, actor: actor.label })));
    after = answer.next;
  } while (after);
  return events.toReversed();
}
