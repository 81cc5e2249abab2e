/** A mail never crosses between what everybody in a ticket reads and what agents keep among themselves. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aTicketAnsweredByMail } from "../tickets/scenes.testing";

afterEach(endWorld);

const TOKEN = "b".repeat(32);

/** ada answers her ticket by mail; adam and kim work on it, and keep a note among themselves. */
async function aNotedTicket() {
  const support = await aTicketAnsweredByMail(TOKEN);
  const { world, adam, kim, key, note } = support;
  const kims = (await world.rows("people")).find(({ _id }) => _id === kim.id);
  await kim.mutation(api.notifications.mutations.saveSettings, { email: { conversation: "now" } });
  await note(adam, key, `@${kims?.firstName} ${kims?.lastName} hunter2 is what she says`);
  await world.advance(2 * MINUTE_MS);
  await world.internal(internal.notifications.internal.mailDue, {});
  let sent = 0;
  const mail = async (by: TestPerson | string, body: string) => {
    sent += 1;
    const from = typeof by === "string" ? by : (await world.rows("people")).find(({ _id }) => _id === by.id)?.email;
    const letter = { token: TOKEN, from: from ?? "", messageId: `m${sent}@mail.test`, body };
    return await world.internal(internal.tickets.internal.takeMail, letter);
  };
  const said = async (body: string) => (await world.rows("ticketMessages")).filter((one) => one.body === body);
  return { ...support, mail, said };
}

describe("[S26] a reply by mail", () => {
  test("of a party is read by everybody, also where the last word before it was an internal note", async () => {
    const { ada, key, mail, said, read } = await aNotedTicket();
    expect(await mail(ada, "It works now")).toBe("added");
    expect(await said("It works now")).toMatchObject([{ visibility: "public", authorId: ada.id }]);
    expect(JSON.stringify(await read(ada, key))).not.toContain("hunter2");
  });

  test("of an agent, to the mail about an internal note, has nowhere to go: that mail names no address of the ticket", async () => {
    const { world, kim } = await aNotedTicket();
    const [letter, ...more] = (await world.rows("mailOutbox")).filter(({ personId }) => personId === kim.id);
    expect([letter?.text.includes("mentioned you"), letter?.thread, more]).toEqual([true, undefined, []]);
    expect((await world.rows("ticketAddresses")).filter(({ personId }) => personId === kim.id)).toEqual([]);
  });

  test("of an agent, to the address of a party, is refused, and nobody reads it", async () => {
    const { ada, adam, key, kim, mail, said, read } = await aNotedTicket();
    expect(await mail(kim, "She is wrong about hunter2")).toBe("foreign-sender");
    expect(await said("She is wrong about hunter2")).toEqual([]);
    for (const who of [ada, adam]) expect(JSON.stringify(await read(who, key))).not.toContain("wrong about");
  });

  test("of whoever came to work on tickets since is theirs as a party, and never a note", async () => {
    const { world, ada, mail, said } = await aNotedTicket();
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", "admin"] }));
    expect(await mail(ada, "As an admin now")).toBe("added");
    expect(await said("As an admin now")).toMatchObject([{ visibility: "public", isAnswer: false }]);
  });

  test("of a participant opens no ticket that is over, and follows none up: its requester alone does", async () => {
    const { world, key, gina, adam, resume, resolve, join, ticketRow, said } = await aNotedTicket();
    const token = "c".repeat(32);
    const { _id: ticketId } = await ticketRow(key);
    await join(key, gina);
    const address = { ticketId, personId: gina.id, token, mails: 1, thread: [`${token}.1`] };
    await world.run((ctx) => ctx.db.insert("ticketAddresses", address));
    const letter = { token, from: "gina@ao.com", messageId: "g1@mail.test", body: "And for me" };
    const mail = async () => await world.internal(internal.tickets.internal.takeMail, letter);
    await resume(adam, key);
    await resolve(adam, key);
    for (const state of ["resolved", "closed"] as const) {
      await world.run((ctx) => ctx.db.patch(ticketId, { state }));
      expect(await mail()).toBe("over");
      expect(await ticketRow(key)).toMatchObject({ state });
    }
    expect([await world.rows("tickets"), await said("And for me")]).toEqual([[expect.anything()], []]);
    await world.run((ctx) => ctx.db.patch(ticketId, { state: "open" }));
    expect(await mail()).toBe("added");
  });
});
