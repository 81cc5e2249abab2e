import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { anIncident } from "./scenes.testing";

afterEach(endWorld);

describe("the end of an incident (S15)", () => {
  test("resolves each unfinished ticket with its word, new and waiting ones too", async () => {
    const { world, ada, adam, bea, key, ofBea, ofCem, ofDan, ...does } = await anIncident();
    await does.link(adam, ofBea);
    await does.link(adam, ofCem, "INC-1", true);
    await does.claim(adam, ofDan);
    await does.link(adam, ofDan);
    await does.waitFor(adam, ofDan, null);
    await does.fill(20);
    await does.end(adam);
    await does.settled();
    for (const ticket of [key, ofBea, ofCem, ofDan]) {
      expect(await does.stands(ticket)).toEqual(["resolved", false]);
      expect(await does.said(ticket)).toEqual(["All is there"]);
    }
    expect((await world.rows("tickets")).every(({ state }) => state === "resolved")).toBe(true);
    expect(await does.noticesOf(ada)).toMatchObject([{ title: `${key} is resolved`, body: "All is there", count: 1 }]);
    expect((await does.ofTicket(bea, ofBea))?.incident).toMatchObject({
      isOpen: false,
      words: [{ kind: "ended" }, {}],
    });
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "ticket.proven")).toEqual([]);
  });

  test("leaves a ticket that is opened again to itself: nothing more is said in it by the incident", async () => {
    const { adam, bea, ofBea, key, link, unlink, reply, end, tellAll, said, ticketRow, declare } = await anIncident();
    await link(adam, ofBea);
    await end(adam);
    await reply(bea, ofBea);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "open" });
    expect(await codeOf(tellAll(adam, "More", 2))).toBe("too-late");
    expect(await codeOf(end(adam, true, 2, "More"))).toBe("too-late");
    await end(adam);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "open" });
    expect(await said(ofBea)).toEqual(["All is there", "Still broken"]);
    expect(await codeOf(link(adam, ofBea))).toBe("too-late");
    expect(await declare(adam, ofBea)).toBe("INC-2");
    expect(await codeOf(unlink(adam, key))).toBe("not-eligible");
  });

  test("leaves its tickets to support where it does not resolve them: what waits for it is back, once (S6)", async () => {
    const { adam, ofBea, ofCem, ofDan, ...does } = await anIncident();
    await does.claim(adam, ofBea);
    await does.link(adam, ofBea, "INC-1", true);
    await does.link(adam, ofCem);
    await does.link(adam, ofDan, "INC-1", true);
    await does.resume(adam, ofDan);
    await does.end(adam, false);
    for (const ticket of [ofBea, ofCem, ofDan]) {
      expect(await does.stands(ticket)).toEqual(["open", false]);
      expect(await does.said(ticket)).toEqual(["All is there"]);
    }
    expect((await does.noticesOf(adam, "ticket.proven")).map(({ title }) => title)).toEqual([
      expect.stringMatching(new RegExp(`^${ofBea}: INC-1 ended on \\d\\d/\\d\\d/\\d{4}\\.$`)),
    ]);
  });

  test("is heard when a merge is undone, and time that was waited for it does not count (S3)", async () => {
    const { world, adam, ofBea, ofCem, link, merge, unmerge, end, ticketRow, noticesOf, answer } = await anIncident();
    await answer(adam, ofBea);
    const { dueAt } = await ticketRow(ofBea);
    await link(adam, ofBea, "INC-1", true);
    await merge(adam, ofBea, ofCem, true);
    await world.advance(2 * HOUR_MS);
    await end(adam, false);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "merged" });
    await unmerge(adam, ofBea);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "open", dueAt: dueAt + 2 * HOUR_MS });
    expect(await noticesOf(adam, "ticket.proven")).toHaveLength(1);
  });
});

test("a ticket that waits for something else instead is not brought back by the end, and a merge that is undone not before it", async () => {
  const { world, adam, ofBea, ofCem, ofDan, answer, link, wait, merge, unmerge, end, stands, noticesOf } =
    await anIncident();
  await answer(adam, ofBea);
  await link(adam, ofBea, "INC-1", true);
  await wait(adam, ofBea, world.now() + DAY_MS);
  await link(adam, ofCem, "INC-1", true);
  await merge(adam, ofCem, ofDan, true);
  await unmerge(adam, ofCem);
  expect(await stands(ofCem)).toEqual(["waitingOnThirdParty", true]);
  await end(adam, false);
  expect(await stands(ofBea)).toEqual(["waitingOnRequester", false]);
  expect(await stands(ofCem)).toEqual(["open", false]);
  expect(await noticesOf(adam, "ticket.proven")).toHaveLength(1);
});
