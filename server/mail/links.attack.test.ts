/** A super admin reads the outbox, a backup or a log, and would become whoever a mailed link was for. */

import { expect, test } from "vitest";
import { createMailDelivery, type MailRecord } from "./delivery.ts";
import type { MailTransport } from "./port.ts";
import { resetPasswordMail, verificationMail } from "./templates.ts";

const link = "https://portal.example.com/reset-password?token=the-secret";
const broken: MailTransport = {
  deliver: ({ text, html }) => Promise.reject(new Error(`552 refused: ${text} ${html}`)),
  close: () => undefined,
};
const working: MailTransport = { deliver: () => Promise.resolve(), close: () => undefined };

test.each([
  ["kept", null],
  ["sent", working],
  ["failed", broken],
])("a mail that was %s is recorded without its link", async (_end, transport) => {
  const records: MailRecord[] = [];
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const delivery = createMailDelivery({
    transport,
    printsLinks: false,
    log: { info: note, warn: note },
    wait: () => Promise.resolve(),
    record: async (record) => void records.push(record),
  });
  void delivery.send(resetPasswordMail({ to: "ada@ao.com", link }));
  void delivery.send(verificationMail({ to: "ada@ao.com", link }));
  await delivery.idle();
  expect(records).toHaveLength(2);
  expect(JSON.stringify([records, lines])).not.toContain("the-secret");
});
