/** Sessions that end or run out while a page is open: every page ends in the right place, once. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS, MINUTE_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { type Allowed, whilePortalIsDown, whileSessionEnds } from "./support/browser/browser.ts";
import { installClock } from "./support/browser/contexts.ts";
import { expectAccessible } from "./support/browser/theme.ts";
import { journeys, type Open } from "./support/journey.ts";
import { expectPath, heading, known, signIn, submitSignIn } from "./support/pages.ts";
import { type Persona, personas } from "./support/personas.ts";
import { demoPassword, type Portal } from "./support/portal/portal.ts";

const journey = journeys();

const credentialsOf = (portal: Portal, persona: Persona) => ({
  url: portal.url,
  email: personas[persona],
  password: demoPassword,
});

/** A browser with a session of its own, not the one that journeys share. */
async function openOwnSession(
  { open, portal }: { open: Open; portal: Portal },
  persona: Persona,
  at: string,
  allow: Allowed = whilePortalIsDown,
): Promise<Page> {
  const page = await open({ allow });
  await signIn(page, credentialsOf(portal, persona));
  await page.goto(at);
  await known(page);
  return page;
}

/** Every address the page shows from here on, and whether it was ever loaded again. */
async function followPage(page: Page): Promise<{ addresses: string[]; isSameDocument: () => Promise<boolean> }> {
  const document = await page.evaluate(() => performance.timeOrigin);
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => {
    const { pathname, search } = new URL(frame.url());
    if (frame === page.mainFrame()) addresses.push(pathname + search);
  });
  return { addresses, isSameDocument: async () => (await page.evaluate(() => performance.timeOrigin)) === document };
}

/** Every page heading shown from here on. */
async function followHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    new MutationObserver(() => seen.add(document.querySelector("h1")?.textContent ?? "")).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);
}

journey(
  "a session ended from another browser leads that page to the sign-in page, once, and back after signing in",
  async ({ open, portal }) => {
    const lost = await openOwnSession({ open, portal }, "superAdmin", "/superadmin/task-monitor");
    const keeper = await openOwnSession({ open, portal }, "superAdmin", "/profile");
    const path = await followPage(lost);
    const headings = await followHeadings(lost);

    await keeper.getByRole("button", { name: /^Sign out .* on / }).click();
    await keeper.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
    await expectPath(lost, "/signin");
    await heading(lost, "Sign in").waitFor();
    expect(await path.isSameDocument()).toBe(true);
    // An ended session is no error: at most a word that says so stands between the two pages.
    expect(await headings()).toEqual(expect.not.arrayContaining([expect.stringMatching(/wrong|error/i)]));

    await submitSignIn(lost, credentialsOf(portal, "superAdmin"));
    await expectPath(lost, "/superadmin/task-monitor");
    await lost.getByRole("row").filter({ hasText: "examined" }).first().waitFor();
    expect(path.addresses).toEqual(["/signin?redirect=%2Fsuperadmin%2Ftask-monitor", "/superadmin/task-monitor"]);
    expect(await path.isSameDocument()).toBe(true);
    await known(keeper);
    await expectPath(keeper, "/profile");
  },
);

/** What the page had asked for live is refused the moment its person is suspended, before the page leaves. */
const whileShutOut: Allowed = [...whileSessionEnds, /^console: (ConvexError: )?\[CONVEX Q\(/];

journey(
  "somebody who is suspended is out at once where they are typing, and restored comes back by signing in",
  async ({ open, portal }) => {
    const typing = await openOwnSession({ open, portal }, "staff", "/profile", whileShutOut);
    await typing.getByLabel("First name").fill("Half a na");
    const admin = await open({ as: "admin", at: "/admin/users" });
    await admin.getByRole("searchbox").fill(personas.staff);
    await expect.poll(() => new URL(admin.url()).searchParams.get("q")).toBe(personas.staff);
    await admin.getByRole("table", { name: "Users" }).getByRole("link", { name: "Sam Taylor" }).click();
    await admin.getByRole("link", { name: "Open page" }).click();
    await heading(admin, "Sam Taylor").waitFor();
    await admin.getByRole("tab", { name: "Access" }).click();
    await expect.poll(() => new URL(admin.url()).search).toBe("?tab=access");
    await expectAccessible(admin);
    await admin.getByRole("tab", { name: "If they leave" }).click();
    await admin.getByRole("region", { name: "Waiting for their decision" }).waitFor();
    await expectAccessible(admin);
    await admin.getByRole("tab", { name: "Sessions and history" }).click();
    const places = admin.getByRole("list", { name: "Sessions, last used first" });
    await places.getByText("Chrome on Linux").first().waitFor();
    await expectAccessible(admin);

    await admin.getByRole("button", { name: "Suspend" }).click();
    await admin.getByRole("textbox", { name: "Reason" }).fill("The laptop was stolen");
    await admin.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expectPath(typing, "/signin");
    expect(await (await typing.request.get("/api/auth/token")).json()).toEqual({ userId: null, token: null });

    await admin.getByRole("button", { name: "Restore" }).click();
    await admin.getByRole("textbox", { name: "Reason" }).fill("It was found again");
    await admin.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    await admin.getByRole("button", { name: "Suspend" }).waitFor();
    expect(await (await typing.request.get("/api/auth/token")).json()).toEqual({ userId: null, token: null });
    await submitSignIn(typing, credentialsOf(portal, "staff"));
    await expectPath(typing, "/profile");
  },
);

journey("a token of an ended session is refused from that moment on", async ({ open, portal }) => {
  const lost = await openOwnSession({ open, portal }, "finops", "/");
  const { token } = (await (await lost.request.get("/api/auth/token")).json()) as { token: string };
  const keeper = await openOwnSession({ open, portal }, "finops", "/profile");
  await keeper.getByRole("button", { name: /^Sign out .* on / }).click();
  await keeper.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expectPath(lost, "/signin");
  const answer = await lost.request.post("/api/query", {
    headers: { authorization: `Bearer ${token}` },
    data: { path: "tasks/queries:mine", args: {}, format: "json" },
  });
  expect(await answer.json()).toMatchObject({ status: "error", errorData: { code: "session-revoked" } });
  expect(await askBackend(keeper, "query", "tasks/queries:mine")).toMatchObject({
    value: expect.any(Array) as unknown,
  });
});

journey("a tab that slept longer than its token lives goes on where it was", async ({ open }) => {
  const page = await open({ as: "superAdmin", at: null, allow: whilePortalIsDown });
  await installClock(page);
  let renewals = 0;
  page.on(
    "response",
    (response) => void (response.url().endsWith("/api/auth/token") && response.status() === 200 && (renewals += 1)),
  );
  await page.goto("/superadmin/task-monitor");
  await page.getByRole("row").filter({ hasText: "examined" }).first().waitFor();
  const path = await followPage(page);

  const awake = renewals;
  const sleep = async () => {
    await page.clock.fastForward(11 * MINUTE_MS);
    return renewals;
  };
  // The alarm for the next token is set when the server has confirmed the last: a nap before that is one nap more.
  await expect.poll(sleep, { interval: 1000 }).toBeGreaterThan(awake);
  const before = await page.getByRole("row").count();
  await page.getByRole("button", { name: "Run Task Monitor" }).click();
  await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(before);
  expect(path.addresses).toEqual([]);
  expect(await path.isSameDocument()).toBe(true);
});

journey(
  "a token that ran out while the server was away is renewed without anybody noticing",
  async ({ open, portal }) => {
    const page = await open({ as: "superAdmin", at: "/superadmin/task-monitor", allow: whilePortalIsDown });
    const path = await followPage(page);
    await portal.later(20 * MINUTE_MS);
    await page.getByRole("status").getByText("Reconnecting").waitFor({ state: "detached" });
    const before = await page.getByRole("row").count();
    await page.getByRole("button", { name: "Run Task Monitor" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(before);
    expect(path.addresses).toEqual([]);
    expect(await path.isSameDocument()).toBe(true);
  },
);

journey("a session that ran out while the tab slept leads to the sign-in page, once", async ({ open, portal }) => {
  const page = await openOwnSession({ open, portal }, "admin", "/profile");
  const path = await followPage(page);
  await portal.later(8 * DAY_MS);
  await expectPath(page, "/signin");
  await submitSignIn(page, credentialsOf(portal, "admin"));
  await expectPath(page, "/profile");
  await known(page);
  expect(path.addresses).toEqual(["/signin?redirect=%2Fprofile", "/profile"]);
  expect(await path.isSameDocument()).toBe(true);
});
