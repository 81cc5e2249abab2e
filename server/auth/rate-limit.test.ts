import { expect, test } from "vitest";
import { createRateLimiter, type RateRule } from "./rate-limit.ts";

const perMinute = (limit: number, name = "rule"): RateRule => ({ name, limit, windowMs: 60_000 });

function aLimiter(options: { maxKeys?: number } = {}) {
  const clock = { now: 1_000_000 };
  return { clock, limiter: createRateLimiter({ now: () => clock.now, ...options }) };
}

test("the attempt after the limit is refused and told when to come back", () => {
  const { clock, limiter } = aLimiter();
  const attempt = [{ rule: perMinute(2), key: "ada" }];
  expect(limiter.take(attempt)).toEqual({ allowed: true });
  clock.now += 10_000;
  expect(limiter.take(attempt)).toEqual({ allowed: true });
  expect(limiter.take(attempt)).toEqual({ allowed: false, retryAfterSeconds: 50 });
});

test("the window slides: each attempt frees its place one window later", () => {
  const { clock, limiter } = aLimiter();
  const attempt = [{ rule: perMinute(2), key: "ada" }];
  limiter.take(attempt);
  clock.now += 30_000;
  limiter.take(attempt);
  clock.now += 30_000;
  expect(limiter.take(attempt).allowed).toBe(true);
  expect(limiter.take(attempt)).toEqual({ allowed: false, retryAfterSeconds: 30 });
});

test("a refused attempt does not lengthen the wait", () => {
  const { clock, limiter } = aLimiter();
  const attempt = [{ rule: perMinute(1), key: "ada" }];
  limiter.take(attempt);
  clock.now += 59_000;
  limiter.take(attempt);
  clock.now += 1_000;
  expect(limiter.take(attempt).allowed).toBe(true);
});

test("keys and rules do not share places, and one exhausted key counts none of the others", () => {
  const { limiter } = aLimiter();
  const account = { rule: perMinute(1, "account"), key: "ada" };
  const address = { rule: perMinute(2, "address"), key: "ada" };
  limiter.take([account]);
  expect(limiter.take([account, address]).allowed).toBe(false);
  expect(limiter.take([address]).allowed).toBe(true);
  expect(limiter.take([address]).allowed).toBe(true);
});

test("an attempt given back does not count", () => {
  const { limiter } = aLimiter();
  const attempt = [{ rule: perMinute(1), key: "ada" }];
  limiter.take(attempt);
  limiter.giveBack(attempt);
  expect(limiter.take(attempt).allowed).toBe(true);
});

test("memory stays bounded: beyond the most keys the longest untouched one is dropped", () => {
  const { limiter } = aLimiter({ maxKeys: 2 });
  const attempt = (key: string) => [{ rule: perMinute(1), key }];
  for (const key of ["one", "two", "three"]) limiter.take(attempt(key));
  expect(limiter.take(attempt("three")).allowed).toBe(false);
  expect(limiter.take(attempt("one")).allowed).toBe(true);
});
