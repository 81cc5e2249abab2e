/** What feels instant: the data of a page is on its way before the page is opened. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { shiftsOf, slowProcessor, touchScreen, watchShifts } from "./support/browser/steadiness.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, known } from "./support/pages.ts";

const journey = journeys();

interface Asked {
  readonly name: string;
  readonly args: string;
  /** When the browser's frame was seen. */
  readonly at: number;
}

/**
 * What is asked ahead is held for five seconds, by the client's own default: a machine that dawdles has to ask again. The
 * first frame may be seen up to a second late.
 */
const HELD_MS = 5000 - 1000;

/** The queries the page asks from now on, as it sends them. */
function watchQuestions(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const said = JSON.parse(String(payload)) as {
        type?: string;
        modifications?: readonly { type: string; udfPath?: string; args?: unknown }[];
      };
      if (said.type !== "ModifyQuerySet") return;
      for (const { type, udfPath = "", args } of said.modifications ?? [])
        if (type === "Add") asked.push({ name: udfPath, args: JSON.stringify(args), at: Date.now() });
    }),
  );
  return asked;
}

journey(
  "every page of the menu asks for its rows while the pointer rests on its link, and does not ask again",
  async ({ open }) => {
    const page = await open({ as: "superAdmin", at: null });
    const asked = watchQuestions(page);
    await page.goto("/profile");
    await known(page);
    // After 50 ms on a link; a slow page says so after a second, and then for half a second at least.
    const { options } = await page.evaluate(() => {
      const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { options: Record<string, unknown> } };
      const { defaultPreload, defaultPreloadDelay, defaultPendingMs, defaultPendingMinMs } = router.options;
      return { options: [defaultPreload, defaultPreloadDelay, defaultPendingMs, defaultPendingMinMs] };
    });
    expect(options).toEqual(["intent", 50, 1000, 500]);
    const links = page.getByRole("navigation", { name: "Main" }).locator("a[href]:not([href*='?'])");
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    // These read no rows at first.
    const without = [
      "/superadmin/environment",
      "/superadmin/first-steps",
      "/admin/permissions",
      "/governance/remove-user",
      "/feedback/create",
    ];
    const isTesting = (path: string) => path.endsWith("-testing");
    // The last of a path: the first link to Home is the name of the portal, where the pointer rests as the page opens.
    const entry = (path: string) => links.and(page.locator(`[href="${path}"]`)).last();
    const plain = [...new Set(paths)].filter((path) => !without.includes(path) && !isTesting(path));
    expect(plain.length).toBeGreaterThan(10);
    for (const path of plain) {
      // From beside the menu: another link that scrolls past under the pointer would be asked ahead of its turn.
      await page.mouse.move(700, 450);
      await entry(path).scrollIntoViewIfNeeded();
      asked.length = 0;
      await entry(path).hover();
      await expect.poll(() => asked.length, { message: `${path} asks ahead` }).toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      // After the key: by then all of it is seen, however many frames it took.
      const ahead = asked.splice(0);
      await entry(path).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
      await page.locator("main .skeleton-appear").first().waitFor({ state: "detached" });
      const again = asked.filter(({ name, args, at }) =>
        ahead.some((one) => one.name === name && (one.args !== args || at - one.at < HELD_MS)),
      );
      expect(again, `${path} asks again, or the same with other arguments`).toEqual([]);
    }
  },
);

journey("a page whose answers were there before it opened draws its rows once, and keeps them", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: null });
  const asked = watchQuestions(page);
  await page.goto("/profile");
  await known(page);
  const entry = page.getByRole("navigation", { name: "Main" }).locator('a[href="/admin/approvals"]').last();
  await entry.hover();
  await expect.poll(() => asked.map(({ name }) => name)).toContain("approvals/queries:mine");
  await page.evaluate(noteFirstProps);
  await entry.click();
  await expectVisible(page.locator("main tbody tr").first());
  // What the page began by itself is over by the next time the browser has nothing to do, or soon.
  const redrawn = await page.evaluate(
    () =>
      new Promise<number>((resolve) => requestIdleCallback(() => resolve(window.redrawnRows()), { timeout: 2_000 })),
  );
  expect(redrawn).toBe(0);
});

declare global {
  interface Window {
    redrawnRows: () => number;
  }
}

/** In the page: keeps what React gave each row of a table first, as soon as the row is in the document. */
function noteFirstProps(): void {
  const propsOf = (row: Element): unknown =>
    Object.entries(row).find(([key]) => key.startsWith("__reactProps$"))?.[1] ?? null;
  const first = new Map<Element, unknown>();
  new MutationObserver(() => {
    for (const row of document.querySelectorAll("main tbody tr")) if (!first.has(row)) first.set(row, propsOf(row));
  }).observe(document.body, { subtree: true, childList: true });
  window.redrawnRows = () => {
    if (first.size === 0) throw new Error("No row was seen");
    return [...first].filter(([row, props]) => propsOf(row) !== props).length;
  };
}

journey(
  "pages of support and administration keep still while they load, on a desk or a slow phone",
  async ({ open }) => {
    const page = await open({ as: "superAdmin", at: "/support?view=queue" });
    const ticket = (await page.getByRole("link", { name: /^TKT-/ }).first().getAttribute("href")) ?? "";
    await watchShifts(page);
    const settled = async (path: string) => {
      await page.goto(path);
      await known(page);
      await page.waitForLoadState("networkidle");
      // Parts that are shown together (settled.tsx) wait for what comes, never for what was not asked for: 10 s then.
      await page.getByRole("main").locator("[aria-busy=true]").first().waitFor({ state: "detached", timeout: 9000 });
      return { path, moved: await shiftsOf(page) };
    };
    const forms = [
      "/requests/create?type=snowflake-access",
      "/support/create",
      "/support/create?related=service:airflow",
      "/governance/data-domains?open=new",
    ];
    for (const path of ["/support?view=queue", ticket, "/feedback/IDEA-1", "/support/articles/ART-1", ...forms])
      expect(await settled(path)).toEqual({ path, moved: [] });
    await page.setViewportSize({ width: 360, height: 740 });
    await touchScreen(page);
    await slowProcessor(page);
    for (const path of [ticket, "/governance/invite-user", "/admin/users", "/admin/audit", "/superadmin/task-monitor"])
      expect(await settled(path)).toEqual({ path, moved: [] });
  },
);
