/** Signing in and out, as people do it. */

import { expect } from "vitest";
import { whileSessionEnds } from "./support/browser/browser.ts";
import { fillIn, focusedField, refusedForm, tooManyAttempts, valuesOf } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, known, signIn, submitSignIn } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys();
const wrong = { Email: personas.staff, Password: "Wrong-one1" };

journey("a wrong password and an unknown account are told without losing what was typed", async ({ open }) => {
  const page = await open({ allow: refusedForm });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectVisible(page.getByText("Please enter a valid email address"));
  await expectVisible(page.getByText("Password is required"));
  expect(await focusedField(page)).toBe("email");
  await fillIn(page, wrong);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Incorrect password. Please try again.").waitFor();
  expect(await valuesOf(page, ["Email", "Password"])).toEqual(wrong);
  const unknown = { ...wrong, Email: "nobody@ao.com" };
  await fillIn(page, unknown);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("No account found with this email address.").waitFor();
  expect(await valuesOf(page, ["Email", "Password"])).toEqual(unknown);
});

journey("a sign-in that is not there, fails, is not understood, or has no session says which", async ({ open }) => {
  const page = await open({ allow: [/status of (400|404|500|502)/, /ERR_FAILED/] });
  const says = async (answers: Readonly<Record<string, object>>, message: string) => {
    for (const [endpoint, answer] of Object.entries(answers))
      await page.route(`**/api/auth/${endpoint}`, (route) => route.fulfill(answer));
    await fillIn(page, { Email: personas.staff, Password: demoPassword });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("alert").getByText(message, { exact: true }).waitFor();
    for (const endpoint of Object.keys(answers)) await page.unroute(`**/api/auth/${endpoint}`);
  };
  await says({ "sign-in": { status: 404, json: {} } }, "Sign in not available");
  const foreign = { status: 200, contentType: "text/html", body: "<p>A page of the proxy</p>" };
  await says({ "sign-in": foreign }, "Sign-in failed. Please check your credentials and try again.");
  const nobody = { json: { userId: null, token: null } };
  await says({ "sign-in": { json: { status: "complete" } }, token: nobody }, "Set active not available");
  // What a proxy says, and what the service says of itself.
  const proxy = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
  await says({ "sign-in": proxy }, "Request failed with status 502");
  const broken = { status: 500, json: { code: "clerk_error" } };
  await says({ "sign-in": broken }, "Authentication service error. Please try again.");
  await says({ "sign-in": { status: 400, json: { code: "session_exists" } } }, "You are already signed in.");
  await page.route("**/api/auth/sign-in", (route) => route.abort());
  await says({}, "Network error. Please check your connection and try again.");
});

journey(
  "too many attempts on one account are refused with the time to wait, and others still get in",
  async ({ open, portal }) => {
    const page = await open({ allow: [...refusedForm, ...tooManyAttempts] });
    const aisha = { Email: personas.admin, Password: "Wrong-one1" };
    let status = 422;
    for (let attempt = 0; status === 422 && attempt < 20; attempt += 1) {
      await fillIn(page, aisha);
      const answer = page.waitForResponse("**/api/auth/sign-in");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      status = (await answer).status();
    }
    await page.getByRole("alert").getByText("Too many attempts. Please wait a moment before trying again.").waitFor();
    await page.getByText(/^You can try again in \d+ (seconds?|minutes?)\.$/).waitFor();
    expect(await valuesOf(page, ["Email", "Password"])).toEqual(aisha);
    await submitSignIn(page, { url: portal.url, email: personas.governance, password: demoPassword });
    await known(page);
  },
);

journey(
  "what is typed before the page's code has loaded is kept, nothing is sent by the browser, and no click is lost",
  async ({ open }) => {
    const page = await open({ at: null });
    const gate = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto("/signin", { waitUntil: "commit" });
    await page.getByLabel("Email").fill("staff@ao.com");
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.keyboard.press("Enter");
    for (const name of ["Sign in", "Create an account"])
      expect(await page.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
    expect(new URL(page.url()).search).toBe("");
    gate.resolve();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectPath(page, "/");
  },
);

journey(
  "a page that needs a session leads to signing in and back to where it was, search and all",
  async ({ portal, open }) => {
    const page = await open({ at: "/superadmin/task-monitor?tab=details" });
    await page.waitForURL(`${portal.url}/signin?redirect=%2Fsuperadmin%2Ftask-monitor%3Ftab%3Ddetails`);
    await submitSignIn(page, { url: portal.url, email: personas.superAdmin, password: demoPassword });
    await page.waitForURL(`${portal.url}/superadmin/task-monitor?tab=details`);
    await page.goto("/signin?redirect=/profile");
    await expectPath(page, "/profile");
  },
);

const elsewhere = [
  "https://evil.example/",
  "//evil.example/x",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "/signout",
  "\\\\evil.example",
];

journey("a link to the sign-in page that names another site leads Home", async ({ portal, open }) => {
  const page = await open({ as: "staff", at: null });
  const left: string[] = [];
  page.on("request", (request) => void (new URL(request.url()).origin !== portal.url && left.push(request.url())));
  for (const target of elsewhere) {
    await page.goto(`/signin?redirect=${encodeURIComponent(target)}`);
    await known(page);
    expect(page.url(), target).toBe(`${portal.url}/`);
  }
  expect(left).toEqual([]);
});

journey(
  "signing out in one tab signs the other out, once, and leads back to where it was",
  async ({ portal, open }) => {
    const page = await open({ at: "/signin", allow: whileSessionEnds });
    await signIn(page, { url: portal.url, email: "staff@ao.com", password: demoPassword });
    const other = await page.context().newPage();
    await other.goto("/?from=other");
    await expectVisible(other.getByRole("navigation"));
    let loads = 0;
    other.on("load", () => (loads += 1));
    await page.goto("/signout");
    await expectPath(page, "/signin");
    await expectPath(other, "/signin");
    expect(new URL(other.url()).searchParams.get("redirect")).toBe("/?from=other");
    expect(loads).toBe(0);
  },
);

journey("a page whose session ends while it is still being made ready leaves as well", async ({ open }) => {
  const page = await open({ as: "staff", at: null, allow: whileSessionEnds });
  // The other tabs say so from the moment on that they are listened to, and the server agrees.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...asked) =>
      asked[0] === "/api/auth/token" ? Response.json({ token: null }) : await fetch(...asked);
    const listen = BroadcastChannel.prototype.addEventListener;
    BroadcastChannel.prototype.addEventListener = function (type: string, hear: EventListener) {
      listen.call(this, type, hear);
      setInterval(() => hear(new MessageEvent("message", { data: "signed-out" })));
    };
  });
  // As slow as the machine of somebody who has much open: there is time between what is drawn and what listens.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 12 });
  for (const from of ["/?from=here", "/?from=there"]) {
    await page.goto(from);
    await expectPath(page, "/signin");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(from);
  }
});
