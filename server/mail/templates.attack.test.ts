/** Somebody types another's address and, as their own name, what they want that person to read. */

import { expect, test } from "vitest";
import { ada, verifiedAda } from "../auth/testing.ts";
import { alreadyRegisteredMail, invitationMail, resetPasswordMail, verificationMail } from "./templates.ts";

test("no mail of signing up carries what the sender of the form wrote", async () => {
  const world = await verifiedAda({ hasPrivateAccounts: true });
  const bait = { ...ada, firstName: "Click evil example", lastName: "you won" };
  await world.browser("6.6.6.6").post("sign-up", bait);
  await world.browser("6.6.6.6").post("sign-up", { ...bait, email: "bea@ao.com" });
  await world.browser("6.6.6.6").post("request-password-reset", { email: "bea@ao.com" });
  expect(world.mails.map(({ kind }) => kind)).toEqual([
    "verify-email",
    "already-registered",
    "verify-email",
    "verify-email",
  ]);
  expect(JSON.stringify(world.mails)).not.toMatch(/evil|you won/);
});

test.each([verificationMail, resetPasswordMail, alreadyRegisteredMail])(
  "a link is an address in a mail's HTML, whatever it holds",
  (mail) => {
    const { html } = mail({ to: "bea@ao.com", link: `https://portal.example/x?a=1&b='"><script>alert(1)</script>` });
    expect(html).not.toMatch(/<script|b='/);
    expect(html).toContain("https://portal.example/x?a=1&amp;b=&#39;&quot;&gt;&lt;script&gt;");
  },
);

test.each([false, true])(
  "nor does the mail of an invitation carry a word of whoever invites, reminded: %s",
  (isReminder) => {
    const wanted = { to: "bea@ao.com", link: "https://portal.example/invitation?token=t", expiresAt: 0, isReminder };
    const hostile = {
      firstName: "<b>Win</b>\r\nBcc: all@ao.com",
      lastName: "\u202eevil",
      inviter: "Eve",
      reason: "Click",
    };
    const plain = invitationMail(wanted);
    expect(invitationMail({ ...wanted, ...hostile })).toEqual(plain);
    expect(Object.values(plain).join(" ")).not.toMatch(/[\r\u202a-\u202e\u2066-\u2069]|<b>/);
    const script = `https://portal.example/x?b='"><script>alert(1)</script>`;
    expect(invitationMail({ ...wanted, link: script }).html).not.toMatch(/<script|b='/);
  },
);
