/** The built portal as an operator first meets it; pictures of the two pages everyone sees. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, signIn } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys();

journey("the portal prints its address and its demo accounts, and says that it is up and ready", async ({ portal }) => {
  expect(portal.log()).toContain(`Data Portal is ready: ${portal.url}`);
  for (const email of Object.values(personas)) expect(portal.log()).toContain(email);
  expect(await (await fetch(`${portal.url}/healthz`)).json()).toMatchObject({ status: "ok" });
  expect(await (await fetch(`${portal.url}/readyz`)).json()).toMatchObject({ status: "ready" });
});

journey(
  "a stranger is led to the sign-in page, whose document asks for its font at once and never twice",
  async ({ open }) => {
    const page = await open({ at: "/" });
    await expectPath(page, "/signin");
    await heading(page, "Sign in").waitFor();
    const fonts = await page.evaluate(async () => {
      await document.fonts.ready;
      return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".woff2"))
        .map(
          ({ name, initiatorType }) => `${initiatorType} ${/inter-[a-z]+(-ext)?-wght-normal/.exec(name)?.[0] ?? name}`,
        );
    });
    expect(fonts).toEqual(["link inter-latin-wght-normal"]);
    await takePictures(page, "signin");
  },
);

journey("a member of staff signs in and finds Home", async ({ portal, open }) => {
  const page = await open();
  await signIn(page, { url: portal.url, email: personas.staff, password: demoPassword });
  await expectPath(page, "/");
  await heading(page, /, Sam$/).waitFor();
  await takePictures(page, "home");
});

/** The page of the journey before: journeys of a file run in their order. */
let before: Page | null = null;

journey("what a journey leaves in its page and has not saved keeps nobody", async ({ open }) => {
  before = await open({ as: "staff", at: "/support/create" });
  await before.getByLabel("Title").fill("Left behind");
  await before.evaluate(() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    history.pushState(null, "", "/requests");
  });
  await before.setViewportSize({ width: 360, height: 700 });
});

journey("and the next one has the same page with nothing of it", async ({ open }) => {
  const page = await open({ at: null });
  expect(page).toBe(before);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, history.length, innerWidth])).toEqual([
    0, 0, 1, 1440,
  ]);
  await page.route("**/nothing", (route) => route.abort());
});

journey("unless something was done to it that lasts", async ({ open }) => {
  expect(await open({ at: null })).not.toBe(before);
});
