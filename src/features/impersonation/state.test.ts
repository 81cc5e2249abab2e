import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../convex/lib/pure/time";
import { createImpersonationState, endOf } from "./state";

const EMPTY = { impersonatedUserId: null, isImpersonating: false, startedAt: null, expiresAt: null, isSyncing: false };
const record = { impersonatingUserId: "ada", impersonationStartedAt: 1000, impersonationExpiresAt: 1_801_000 };
let state: ReturnType<typeof createImpersonationState>;
beforeEach(() => {
  state = createImpersonationState();
});

describe("what a page knows of an impersonation", () => {
  test("starting sets the person, now, and an end 24 hours later, and waits for the server", () => {
    state.start("ada", 1000);
    expect(state.now()).toEqual({
      impersonatedUserId: "ada",
      isImpersonating: true,
      startedAt: 1000,
      expiresAt: 1000 + DAY_MS,
      isSyncing: true,
    });
  });

  test("the server's record overwrites it, and nothing is on its way any more", () => {
    state.start("ada", 900);
    state.sync(record);
    expect(state.now()).toEqual({
      impersonatedUserId: "ada",
      isImpersonating: true,
      startedAt: 1000,
      expiresAt: 1_801_000,
      isSyncing: false,
    });
  });

  test("the end that was assumed at the start is never shown beside the server's record", () => {
    state.start("ada", 900);
    expect(endOf(state.now(), record)).toBe(1_801_000);
    state.sync(record);
    expect(endOf(state.now(), record)).toBe(1_801_000);
    state.forceReset();
    expect(endOf(state.now(), record)).toBe(1_801_000);
  });

  test("a record that says the same changes nothing, and nobody is told", () => {
    state.sync(record);
    const [before, listener] = [state.now(), vi.fn<() => void>()];
    state.subscribe(listener);
    state.sync({ ...record });
    expect(state.now()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    state.sync({ ...record, impersonationExpiresAt: 5 });
    expect(listener).toHaveBeenCalledOnce();
  });

  test("ending resets all of it, but not that something is on its way; a forced reset does that, too", () => {
    state.start("ada", 1000);
    state.end();
    expect(state.now()).toEqual({ ...EMPTY, isSyncing: true });
    state.forceReset();
    expect(state.now()).toEqual(EMPTY);
  });

  test("that the server has no record ends it here as well", () => {
    state.sync(record);
    state.sync(null);
    expect(state.now()).toEqual(EMPTY);
  });
});
