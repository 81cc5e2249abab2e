/**
 * From an approved request to work that is done and proven: by the portal in Snowflake, by people, and after a failure.
 */

import { createHash, generateKeyPairSync } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS } from "../convex/lib/pure/time.ts";
import { askBackend } from "./support/backend.ts";
import { takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import {
  approve,
  areaId,
  createLink,
  personId,
  reportDone,
  requestOf,
  send,
  sentFrom,
  historyOf,
  type Sent,
} from "./support/lifecycle.ts";
import { expectPath, expectVisible, heading, visit } from "./support/pages.ts";
import { sandboxOf } from "./support/portal/sandbox.ts";
import { runInSnowflake } from "./support/portal/snowflake-admin.ts";

const journey = journeys();

const REASON = "The weekly report of the platform team needs it until the end of the quarter.";

function nextStep(page: Page): Locator {
  return page.getByRole("region", { name: "Next step" });
}

/** A task in the progress of a request's page. */
function taskIn(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}

/** Fills what a dialog asks for and confirms it. */
async function confirm(page: Page, button: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Sends a filled-in form as it stands. */
async function review(page: Page): Promise<Sent> {
  await page.getByRole("button", { name: "Review request" }).click();
  await page.getByRole("heading", { name: "Review and send" }).waitFor();
  await page.getByRole("button", { name: "Send request" }).click();
  return await sentFrom(page);
}

journey(
  "a task that Snowflake refuses says why, is repaired and tried again, and changes the account once",
  async ({ open, portal }) => {
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const request = await send(staff, "snowflake-access", {
      businessArea: await areaId(staff, "MKT"),
      environment: "production",
      domain: "platform-usage",
      role: "PLATFORM_USAGE_WRITE",
      durationDays: 30,
      reason: REASON,
    });
    const admin = await open({ as: "admin", at: null });
    const owner = await open({ as: "superAdmin", at: null });
    await approve(request, admin);
    await runInSnowflake(portal, "DROP ROLE PLATFORM_USAGE_WRITE");
    // An address of before is followed, and says the key from then on.
    await visit(staff, `/requests/${request.id}?tab=request`);
    await expectPath(staff, `/requests/${request.key}`);
    expect(new URL(staff.url()).search).toBe("?tab=request");
    await approve(request, owner);

    await expectVisible(
      nextStep(staff).getByText("Blocked: “Grant the role” failed; an admin can retry or resolve it"),
    );
    await expectVisible(
      taskIn(staff, "Grant the role").getByText(
        "Something this task needs is not in Snowflake, or the portal cannot see it.",
      ),
    );
    await expectVisible(taskIn(staff, "Grant the role").getByText("The admins are looking into it."));
    await expectVisible(staff.getByText(`“${REASON}”`));
    const rail = staff.getByRole("complementary", { name: "Facts" });
    await expectVisible(rail.getByText("PLATFORM_USAGE_WRITE", { exact: true }).first());
    await expectVisible(rail.getByText("30 days", { exact: true }));
    await expectVisible(rail.getByText(/^\d\d\/\d\d\/\d{4} if granted today$/));
    await taskIn(staff, "Grant the role").getByRole("button", { name: "Ask about it" }).click();
    const comment = staff.getByRole("textbox", { name: "Comment", exact: true });
    await expect.poll(() => comment.inputValue()).toBe("About “Grant the role”: ");
    expect(await comment.evaluate((field) => field === document.activeElement)).toBe(true);
    // Once: whoever comes back to the conversation is left in peace.
    await comment.fill("");
    await staff.getByRole("tab", { name: "Activity" }).click();
    await staff.getByRole("tab", { name: /^Conversation/ }).click();
    await comment.waitFor();
    expect(await comment.inputValue()).toBe("");
    expect(await comment.evaluate((field) => field === document.activeElement)).toBe(false);
    await taskIn(staff, "Grant the role").getByRole("link", { name: "Grant the role" }).click();
    await heading(staff, "Grant the role").waitFor();
    await expectVisible(staff.getByText("This failed and needs an admin"));
    expect(await staff.getByRole("button", { name: /^(Retry|Resolve)/ }).count()).toBe(0);
    await visit(staff, `/requests/${request.key}`);

    await visit(admin, `/admin/requests/${request.key}`);
    await nextStep(admin).getByRole("link", { name: "Open the failed task" }).click();
    await heading(admin, "Grant the role").waitFor();
    await expectVisible(admin.getByText("PLATFORM_USAGE_WRITE", { exact: false }));
    await admin.getByRole("button", { name: "Retry" }).click();
    await confirm(admin, "Retry", { Reason: "The role is said to be back" });
    // It is not, so it fails again, and nothing was changed.
    await expectVisible(admin.getByText("This failed and needs an admin"));
    expect(account.changes('GRANT ROLE "PLATFORM_USAGE_WRITE"')).toEqual([]);

    await runInSnowflake(portal, "CREATE ROLE PLATFORM_USAGE_WRITE");
    await admin.getByRole("button", { name: "Retry" }).click();
    await confirm(admin, "Retry", { Reason: "The role was dropped by mistake and is back" });
    await expectVisible(admin.getByText("Proven"));
    await expectVisible(nextStep(staff).getByText(/^Completed: access until/));
    await expectVisible(taskIn(staff, "Grant the role").getByText("Complete"));
    await expectVisible(nextStep(staff).getByText("USE ROLE PLATFORM_USAGE_WRITE;"));
    await expectVisible(nextStep(staff).getByRole("button", { name: "Copy the statement" }));

    expect(account.changes('GRANT ROLE "PLATFORM_USAGE_WRITE"')).toHaveLength(1);
    expect(account.rolesOf("SAM_TAYLOR")).toContain("PLATFORM_USAGE_WRITE");
    const history = (await historyOf(admin, request)).map(({ action, actor }) => `${action} ${actor}`);
    expect(history.filter((line) => /^(task\.(failed|retried)|grant\.created)/.test(line))).toEqual([
      "task.failed Portal",
      "task.retried Aisha Khan",
      "task.failed Portal",
      "task.retried Aisha Khan",
      "grant.created Portal",
    ]);
  },
);

journey(
  "a service user has the key that was handed in, no password, and secrets nobody is shown",
  async ({ open, portal }) => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const der = publicKey.export({ type: "spki", format: "der" });
    const account = sandboxOf(portal);
    const staff = await open({ as: "staff", at: null });
    const answers = {
      businessArea: await areaId(staff, "DAT"),
      userName: "SVC_DAT_FORECAST",
      purpose: "Writes the nightly stock forecast",
      owner: await personId(staff, "Sam Taylor"),
      deputy: await personId(staff, "Priya Nair"),
      tool: "Forecast service",
      networkRanges: "203.0.113.0/24",
      roles: "PLATFORM_USAGE_READ",
      monthlyCredits: 50,
      reason: REASON,
    };
    await visit(staff, createLink("service-user", answers));
    await heading(staff, "Service user and key").waitFor();
    await staff.getByLabel("Public key").fill(String(publicKey.export({ type: "spki", format: "pem" })));
    const request = await review(staff);
    const owner = await open({ as: "superAdmin", at: null });
    const governance = await open({ as: "governance", at: null });
    await approve(request, owner, governance);
    await expectVisible(taskIn(staff, "Create the service user").getByText("Complete"));

    const user = account.user("SVC_DAT_FORECAST");
    expect(user).toMatchObject({
      type: "SERVICE",
      hasPassword: false,
      publicKeys: [der.toString("base64"), null],
      isDisabled: false,
    });
    expect(account.rolesOf("SVC_DAT_FORECAST")).toEqual(["PLATFORM_USAGE_READ"]);
    const fingerprint = `SHA256:${createHash("sha256").update(der).digest("base64")}`;
    await expectVisible(taskIn(staff, "Create the service user").getByText(fingerprint).filter({ visible: true }));

    const admin = await open({ as: "admin", at: null });
    await reportDone(
      admin,
      request,
      "Restrict where it connects from",
      "NETWORK_POLICY = SVC_DAT_FORECAST_NETWORK at the user",
    );
    await expectVisible(taskIn(staff, "Notify the requester").getByText("Complete"));
    await expectVisible(nextStep(staff).getByText(/^Review the service user starts/));
    const history = (await historyOf(admin, request)).map(({ action, actor }) => `${action} ${actor}`);
    expect(history.filter((line) => line.startsWith("approval.decided"))).toEqual([
      "approval.decidedApprove Sofia Rossi",
      "approval.decidedApprove Gareth Price",
    ]);
    expect(history).toContain("task.completed Aisha Khan");

    // What the requester handed in is public; what the portal itself signs in with is shown to nobody.
    expect(JSON.stringify(await requestOf(staff, request.key))).not.toMatch(/PRIVATE KEY|Bearer|eyJ/);
    expect(await staff.locator("body").innerText()).not.toMatch(/PRIVATE KEY|Bearer|eyJ/);
  },
);

journey(
  "somebody who leaves is disabled everywhere side by side, with proof or evidence for each system",
  async ({ open, portal }) => {
    const account = sandboxOf(portal);
    const requester = await open({ as: "superAdmin", at: null });
    const answers = {
      requestedFor: await personId(requester, "Wei Zhang"),
      businessArea: await areaId(requester, "DAT"),
      lastDay: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
      successor: await personId(requester, "Luca Moretti"),
      reason: "The last day was yesterday. Luca Moretti takes over the load jobs.",
    };
    await visit(requester, createLink("leaver", answers));
    await heading(requester, "Leaver or access removal").waitFor();
    const depends = requester.getByRole("region", { name: "What depends on them" });
    await depends.getByText("WEI_ZHANG", { exact: true }).waitFor();
    await takePictures(requester, "leaver-impact");
    const request = await review(requester);
    const admin = await open({ as: "admin", at: null });
    // The demo world keeps two systems closed, and what is closed waits.
    for (const name of ["airflow", "thoughtspot"])
      await askBackend(requester, "mutation", "services/mutations:setState", { name, state: "on", reason: "" });
    await approve(request, admin);
    await reportDone(admin, request, "Look up what they own", "Two load jobs, nothing else");
    expect(account.user("WEI_ZHANG")?.isDisabled).toBe(false);
    await reportDone(admin, request, "Hand over to the successor", "Both jobs name Luca Moretti");

    const snowflake = taskIn(requester, "Disable in Snowflake");
    await expectVisible(snowflake.getByText("Complete"));
    await expectVisible(snowflake.getByText("Proven"));
    expect(account.user("WEI_ZHANG")?.isDisabled).toBe(true);
    const signIn = taskIn(requester, "Disable the portal sign-in");
    await expectVisible(signIn.getByText("Complete"));
    await expectVisible(signIn.getByText("Proven"));
    const systems = ["dbt Cloud", "Airflow", "Collate", "Sigma", "ThoughtSpot"].map((system) => `Disable in ${system}`);
    // All of them began together: none waits for another.
    const { tasks } = await requestOf(requester, request.key);
    expect(systems.map((title) => tasks.find((task) => task.title === title)?.status)).toEqual(
      systems.map(() => "Running"),
    );
    for (const title of systems) await reportDone(admin, request, title, `${title}: seen as inactive`);

    for (const title of systems)
      await expectVisible(taskIn(requester, title).getByText("seen as inactive", { exact: false }));
    await expectVisible(taskIn(requester, "Verify by reading back").getByText("Complete"));
    await expectVisible(nextStep(requester).getByText(/^Drop the Snowflake user starts/));
    expect(account.changes("WEI_ZHANG")).toHaveLength(1);
    const history = (await historyOf(admin, request))
      .filter(({ action }) => action === "task.completed")
      .map(({ actor }) => actor);
    expect(history.filter((actor) => actor === "Aisha Khan")).toHaveLength(systems.length + 3);
  },
);

journey(
  "a manual task is taken, handed on and done by its exact instructions, and the requester watches",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: null });
    const request = await send(staff, "dbt-airflow", {
      businessArea: await areaId(staff, "DAT"),
      tool: "dbt",
      project: "platform-marts",
      kind: "rerun",
      job: "margin_daily",
      window: "Sunday, 6 to 10",
      reason: REASON,
    });
    const owner = await open({ as: "superAdmin", at: null });
    await approve(request, owner);
    await visit(staff, `/requests/${request.key}`);
    const work = taskIn(staff, "Carry it out in dbt Cloud");
    await expectVisible(work.getByText("Running"));
    await expectVisible(nextStep(staff).getByText(/^Waiting for Aisha Khan/));

    const admin = await open({ as: "admin", at: `/admin/requests/${request.key}` });
    await taskIn(admin, "Carry it out in dbt Cloud").getByRole("link", { name: "Carry it out in dbt Cloud" }).click();
    await heading(admin, "Carry it out in dbt Cloud").waitFor();
    await admin.getByRole("button", { name: "Hand on" }).click();
    await admin.getByRole("combobox", { name: "To whom" }).pressSequentially("Fiona");
    await admin.getByRole("option", { name: /^Fiona Murray/ }).click();
    await confirm(admin, "Hand on", { Reason: "Runs of the marts are hers" });
    await expectVisible(nextStep(staff).getByText(/^Waiting for Fiona Murray to do/));

    // Whoever gets it is told, and finds there what to do without knowing the rest of the request.
    const fiona = await open({ as: "finops", at: "/notifications" });
    await fiona
      .getByRole("link", { name: /Carry it out in dbt Cloud/ })
      .first()
      .click();
    await heading(fiona, "Carry it out in dbt Cloud").waitFor();
    const card = fiona.getByRole("region", { name: "What to do" });
    for (const line of [
      "In dbt Cloud, project platform-marts: Rerun.",
      `Job margin_daily, in this window: Sunday, 6 to 10. Give ${request.key} as the cause.`,
    ])
      await expectVisible(card.getByText(line, { exact: false }));
    expect(await card.getByRole("paragraph").first().innerText()).not.toMatch(/schedule|Days|group|\{|undefined/);
    await card.getByRole("button", { name: "Report as done" }).click();
    await expectVisible(card.getByText("Write down what shows that it is done."));
    await expectVisible(work.getByText("Running"));
    await card.getByRole("textbox").fill("https://cloud.getdbt.com/runs/70412, 12 minutes, no failures");
    // Looking something up loses nothing.
    await fiona.getByRole("tab", { name: "History" }).click();
    await fiona.getByRole("tab", { name: "Work" }).click();
    await card.getByRole("button", { name: "Report as done" }).click();

    await expectVisible(work.getByText("https://cloud.getdbt.com/runs/70412", { exact: false }));
    await expectVisible(work.getByText("Complete"));
    await expectVisible(taskIn(staff, "Check the run").getByText("Running"));
    const history = (await historyOf(admin, request)).map(({ action, actor }) => `${action} ${actor}`);
    expect(history.filter((line) => /task\.(claimed|assigned|completed) [A-Z][a-z]+ /.test(line))).toEqual([
      "task.completed Sofia Rossi",
      "task.assigned Aisha Khan",
      "task.completed Fiona Murray",
    ]);
  },
);
