/**
 * Texts that would run if any page took them for more than text. The Content Security Policy, which would
 * hide such a fault, is switched off; whatever runs says so in the console, and that fails the journey.
 */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { journeys } from "./support/journey.ts";
import { areaId, personId, send } from "./support/lifecycle.ts";
import { expectVisible } from "./support/pages.ts";

const journey = journeys();

const HOSTILE = [
  "<img src=x onerror=hacked(1)>",
  "</script><script>hacked(2)</script>",
  "\"'><svg/onload=hacked(3)>",
  "[click](javascript:hacked(4))",
  "{{constructor.constructor('hacked(5)')()}}",
  "<iframe srcdoc='<script>parent.hacked(6)</script>'></iframe>",
  "<style>*{display:none}</style>",
];
const WORDS = HOSTILE.join(" ");

/** Opens a page in which running a hostile text is an error on the console. */
async function trap(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { hacked: (which: number) => console.error(`a hostile text ran: ${which}`) });
  });
}

journey("hostile texts in a request are text on every page that shows them", async ({ open }) => {
  const staff = await open({ as: "staff", hasNoPolicy: true, allow: [/status of 404/] });
  await trap(staff);
  const request = await send(staff, "dbt-airflow", {
    businessArea: await areaId(staff, "DAT"),
    tool: "dbt",
    project: "platform-marts",
    kind: "rerun",
    job: "margin_daily",
    window: HOSTILE[0],
    reason: WORDS,
  });
  expect(
    (
      await askBackend(staff, "mutation", "requests/mutations:comment", {
        requestId: request.id,
        body: WORDS,
        visibility: "public",
      })
    ).code,
  ).toBeUndefined();
  await staff.goto(`/requests/${request.key}`);
  await expectVisible(staff.getByText(HOSTILE[1] ?? "").first());
  for (const path of [
    "/",
    "/requests",
    "/notifications",
    `/requests/${request.key}/story`,
    `/requests/create?type=dbt-airflow&field.reason=${encodeURIComponent(WORDS)}`,
    `/signin?redirect=${encodeURIComponent("javascript:hacked(7)")}`,
    `/requests?q=${encodeURIComponent(WORDS)}`,
    `/${encodeURIComponent(WORDS)}`,
  ]) {
    await staff.goto(path);
    await staff.waitForLoadState("networkidle");
  }
  // What would have run would have been seen: nothing holds back a handler that a page took for its own.
  await staff.evaluate(() =>
    document.body.insertAdjacentHTML("beforeend", "<img src='/nothing' onerror=\"document.title = 'it ran'\">"),
  );
  await expect.poll(() => staff.title()).toContain("it ran");
  const admin = await open({ as: "admin", hasNoPolicy: true });
  await trap(admin);
  for (const path of [
    `/admin/requests?q=${request.key}`,
    `/requests/${request.key}`,
    "/admin/requests/tasks",
    "/admin/approvals",
    "/admin/audit",
    "/notifications",
  ]) {
    await admin.goto(path);
    await admin.waitForLoadState("networkidle");
  }
});

/** A text that runs where it is taken for an element, or breaks out of an attribute; it says where it was written. */
const typed = (what: string): string => `<img src=x onerror=hacked(8)>"'><svg/onload=hacked(9)> ${what}`;
/** The name of a file, and what is kept of it: nothing that names of files do not hold. */
const FILE = `"'><img src=x onerror=hacked(10)> steps.txt`;
const KEPT_NAME = "'img src=x onerror=hacked(10) steps.txt";

/** The texts of these places, as they were written. */
async function sees(page: Page, ...places: readonly string[]): Promise<void> {
  for (const place of places) await expectVisible(page.getByText(typed(place)).first());
}

/** What a command answers that is carried out. */
async function told<Value>(page: Page, command: string, args: object): Promise<Value> {
  const { value, code } = await askBackend<Value>(page, "mutation", command, args);
  expect([command, code]).toEqual([command, undefined]);
  return value as Value;
}

/** An internal note, an incident, a canned reply and a file; a tag is refused. */
async function sayInTicket(staff: Page, admin: Page, key: string): Promise<void> {
  await told(admin, "tickets/mutations:say", { key, body: typed("internal"), visibility: "internal" });
  await told(admin, "incidents/mutations:declare", { key, title: typed("incident"), word: typed("word") });
  const reply = { title: typed("canned"), body: typed("reply"), topic: null, after: null };
  await told(admin, "cannedReplies/mutations:save", { shown: null, reply });
  const tags = { key, add: ["<b>"], remove: [] };
  expect(await askBackend(admin, "mutation", "ticketTags/mutations:change", tags)).toMatchObject({
    code: "invalid-input",
  });
  await staff.goto(`/support/${key}`);
  const file = { name: FILE, mimeType: "text/plain", buffer: Buffer.from("Open it, wait") };
  await staff.getByLabel("Files to attach").setInputFiles(file);
  await expectVisible(staff.getByRole("list", { name: "Files" }).getByText("ready"));
  await staff.getByRole("textbox", { name: "Your reply" }).fill("With a file");
  await staff.getByRole("button", { name: "Send reply" }).click();
  await expectVisible(staff.getByText("With a file", { exact: true }));
}

/** A comment, an answer everybody reads, and a note of admins. */
async function sayOfIdea(staff: Page, admin: Page, key: string): Promise<void> {
  const { value } = await askBackend<{ id: string }>(admin, "query", "feedback/queries:get", { key });
  const ideaId = value?.id;
  await told(staff, "feedback/mutations:comment", { ideaId, text: typed("comment") });
  await told(admin, "feedback/mutations:move", { ideaId, to: "Under review", note: typed("answer") });
  await told(admin, "feedback/mutations:note", { ideaId, text: typed("team note") });
}

/** Another ticket, solved, whose requester says why the help was bad; its title would be a formula, too. */
async function rateAnother(staff: Page, admin: Page): Promise<string> {
  const words = { description: "Late.", topic: "other", related: null, uploadIds: [] };
  const key = await told<string>(staff, "tickets/mutations:create", { title: `=1+1 ${typed("title")}`, ...words });
  await told(admin, "tickets/mutations:claim", { key });
  await told(staff, "tickets/mutations:solve", { key });
  await told(staff, "tickets/mutations:rate", { key, satisfaction: "bad", reason: typed("reason") });
  return key;
}

/** A published article. */
async function writeArticle(admin: Page): Promise<string> {
  const words = { title: typed("article"), body: typed("body"), topics: ["other"], typeKeys: [], audience: "everyone" };
  const article = { ...words, ownerId: await personId(admin, "Aisha Khan"), reviewAt: Date.now() + 90 * DAY_MS };
  const key = await told<string>(admin, "articles/mutations:create", { article });
  const { value } = await askBackend<{ id: string; revision: number }>(admin, "query", "articles/queries:get", { key });
  await told(admin, "articles/mutations:publish", { shown: { id: value?.id, revision: value?.revision } });
  return key;
}

journey(
  "hostile texts in tickets, ideas, incidents and articles are text on every page that shows them",
  async ({ open }) => {
    const staff = await open({ as: "staff", hasNoPolicy: true });
    await trap(staff);
    const loaded: string[] = [];
    const fetched = (page: Page): void => void page.on("request", (request) => loaded.push(request.url()));
    fetched(staff);
    const text = `${HOSTILE.join("\n\n")}\n\n![](https://evil.example/pixel.png)`;
    const created = await askBackend<string>(staff, "mutation", "tickets/mutations:create", {
      title: HOSTILE[0],
      description: text,
      topic: "other",
      related: null,
      uploadIds: [],
    });
    expect(created.code).toBeUndefined();
    await askBackend(staff, "mutation", "tickets/mutations:reply", {
      key: created.value,
      body: `${">".repeat(3500)}deep`,
      uploadIds: [],
    });
    const idea = await told<string>(staff, "feedback/mutations:create", {
      title: HOSTILE[0],
      description: text,
      priority: "Low",
    });
    const admin = await open({ as: "admin", hasNoPolicy: true });
    await trap(admin);
    fetched(admin);
    const ticket = created.value ?? "";
    await sayInTicket(staff, admin, ticket);
    await sayOfIdea(staff, admin, idea);
    const rated = await rateAnother(staff, admin);
    const { value: written } = await askBackend<{ id: string }>(admin, "query", "feedback/queries:get", { key: idea });
    const move = (to: string) => told(admin, "feedback/mutations:move", { ideaId: written?.id, to, note: "As asked" });
    await move("Planned");
    const article = await writeArticle(admin);
    for (const page of [staff, admin]) {
      await page.goto(`/support/${ticket}`);
      await expectVisible(page.getByText("<iframe srcdoc=").first());
      await expectVisible(page.getByText("click (javascript:hacked(4))").first());
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
      await expectVisible(page.getByText(KEPT_NAME).first());
      await page.goto(`/support/${rated}`);
      await sees(page, "title", "reason");
      await page.goto("/support/articles");
      await sees(page, "article", "body");
      await page.goto(`/support/articles/${article}`);
      await sees(page, "article", "body");
      await expect.poll(() => page.title()).toContain(typed("article"));
      await page.goto("/feedback?view=all");
      await expectVisible(page.getByRole("link", { name: HOSTILE[0] }).first());
      await page.goto(`/feedback/${idea}`);
      await expectVisible(page.getByText("<iframe srcdoc=").first());
      await sees(page, "comment", "answer");
      await page.goto("/notifications");
      await page.waitForLoadState("networkidle");
    }
    await admin.goto("/feedback?view=roadmap");
    await expectVisible(admin.getByRole("link", { name: HOSTILE[0] }));
    for (const to of ["In progress", "Shipped"]) await move(to);
    await staff.goto("/feedback?view=changelog");
    await expectVisible(staff.getByRole("link", { name: HOSTILE[0] }));
    await staff.goto("/support/create");
    await sees(staff, "incident", "word");
    await admin.goto(`/feedback/${idea}`);
    await sees(admin, "team note");
    await admin.goto(`/support/${ticket}`);
    await sees(admin, "internal", "incident", "word");
    await admin.getByRole("combobox", { name: "Insert a canned reply" }).fill("canned");
    await sees(admin, "canned", "reply");
    // Found by their words they are marked, as text, in the queue and in the palette; nothing is as wide as it was written.
    const wide = await told<string>(staff, "tickets/mutations:create", {
      title: `\u202Eonerror\u200B ${"W".repeat(180)}`,
      description: typed("wide"),
      topic: "other",
      related: null,
    });
    await admin.goto("/support?view=queue&show=all&q=onerror");
    await expectVisible(admin.getByRole("link", { name: new RegExp(`^${wide}`) }));
    await expectVisible(admin.getByRole("link", { name: HOSTILE[0] }));
    await expectVisible(admin.locator("mark", { hasText: "onerror" }).first());
    for (const width of [360, 1440]) {
      await admin.setViewportSize({ width, height: 900 });
      expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await admin.keyboard.press("Control+k");
    const palette = admin.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("onerror");
    await expectVisible(
      palette
        .getByRole("option")
        .filter({ hasText: HOSTILE[0] ?? "" })
        .first(),
    );
    await admin.keyboard.press("Escape");
    await admin.goto("/support?view=queue&show=done");
    await sees(admin, "title");
    const [file] = await Promise.all([
      admin.waitForEvent("download"),
      admin.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(await readFile(await file.path(), "utf8")).toContain(`,"'=1+1 ${typed("title").replaceAll('"', '""')}",`);
    expect(loaded.filter((address) => address.includes("evil.example"))).toEqual([]);
  },
);
