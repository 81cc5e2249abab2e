import { describe, expect, test } from "vitest";
import { REOPEN_MS, replyEffect, stateWords, type TicketMove, whyNotMove } from "./rules";
import { ticketState, type TicketState } from "./table";

const STATES: readonly TicketState[] = ticketState.members.map(({ value }) => value);

describe("the words of a state", () => {
  const agent = stateWords({ isAgent: true, isRequester: false });
  const requester = stateWords({ isAgent: false, isRequester: true });
  const others = stateWords({ isAgent: false, isRequester: false });

  test("ask the requester alone, and tell everybody else whom support waits for (S30)", () => {
    expect(requester.waitingOnRequester).toEqual({
      label: "Waiting on you",
      says: "Support needs an answer from you.",
    });
    expect(others.waitingOnRequester).toEqual({
      label: "Waiting on requester",
      says: "Support needs an answer from its requester.",
    });
    for (const state of STATES)
      for (const words of [agent, others])
        expect(`${words[state].label} ${words[state].says}`).not.toMatch(/\byou(r|rs)?\b/i);
  });

  test("promise a reply that opens something again to nobody but the requester (S31)", () => {
    const opens = STATES.filter((state) => replyEffect({ state, resolvedAt: 0 }, 1) !== "stays");
    for (const state of ["resolved", "closed"] as const) {
      expect(opens).toContain(state);
      expect(requester[state].says).toMatch(/^A reply /);
      expect(others[state].says).toMatch(/^Its requester can /);
    }
    for (const state of STATES) expect(others[state].says).not.toMatch(/reply|takes part/);
  });
});

/** Each move with the states it is made from, every other one refused. */
const FROM: Readonly<Record<TicketMove, readonly TicketState[]>> = {
  answer: ["new", "open", "waitingOnRequester", "waitingOnThirdParty"],
  wait: ["open", "waitingOnRequester", "waitingOnThirdParty"],
  resume: ["waitingOnRequester", "waitingOnThirdParty"],
  resolve: ["open", "waitingOnRequester", "waitingOnThirdParty"],
  solve: ["open", "waitingOnRequester", "waitingOnThirdParty"],
  steer: ["new", "open", "waitingOnRequester", "waitingOnThirdParty"],
  merge: ["new", "open", "waitingOnRequester", "waitingOnThirdParty", "resolved"],
  share: ["new", "open", "waitingOnRequester", "waitingOnThirdParty", "resolved"],
};

describe("a ticket is moved from its state to the next", () => {
  test.each(Object.keys(FROM) as TicketMove[])(
    "%s: from these states, refused in every other (S2, S3, S11)",
    (move) => {
      for (const state of STATES)
        expect([state, whyNotMove(state, move)?.code ?? null]).toEqual([
          state,
          FROM[move].includes(state) ? null : "wrong-state",
        ]);
    },
  );

  test("a reply opens what waits or was resolved within 7 days, follows up what is over, and thanks open nothing (S31)", () => {
    const effects = (at: number, isThanks = false) =>
      Object.fromEntries(STATES.map((state) => [state, replyEffect({ state, resolvedAt: 0 }, at, { isThanks })]));
    const within = {
      new: "stays",
      open: "stays",
      waitingOnRequester: "reopens",
      waitingOnThirdParty: "reopens",
      resolved: "reopens",
      closed: "follow-up",
      merged: "reopens",
    };
    expect(effects(REOPEN_MS - 1)).toEqual(within);
    expect(effects(REOPEN_MS)).toEqual({ ...within, resolved: "follow-up" });
    expect(effects(0, true)).toEqual({ ...within, resolved: "stays", closed: "stays" });
  });
});
