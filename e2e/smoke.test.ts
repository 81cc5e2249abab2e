import { describe, expect } from "vitest";
import { whilePortalIsDown } from "./support/browser.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, frame } from "./support/pages.ts";
import { expectAccessible, takePictures } from "./support/theme.ts";

const journey = journeys();

describe("the built portal", () => {
  journey("answers that it is up and ready", async ({ portal }) => {
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
  });

  journey("a stranger is led to the sign-in page, in both themes usable by everyone", async ({ open }) => {
    const page = await open({ at: "/" });
    await expectPath(page, "/signin");
    await expectVisible(page.getByRole("button", { name: "Sign in", exact: true }));
    await expectAccessible(page);
    await takePictures(page, "signin");
  });

  journey("a member of staff signs in and finds Home", async ({ open }) => {
    const page = await open({ as: "staff" });
    await expectPath(page, "/");
    await expectVisible(frame(page).getByRole("heading", { level: 1 }));
    await expectAccessible(page);
    await takePictures(page, "home");
  });

  journey("the session outlives a restart of the portal under the open page", async ({ open, portal }) => {
    const page = await open({ as: "staff", allow: whilePortalIsDown });
    await portal.restart();
    await page.reload();
    await expectPath(page, "/");
    await expectVisible(frame(page).getByRole("heading", { level: 1 }));
  });
});
