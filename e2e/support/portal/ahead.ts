/**
 * Imported into the portal's process before anything else: from then on the process may live later than the machine, by
 * PORTAL_JOURNEY_AHEAD_MS at first. Only what the clock says changes, timers do not.
 */
const variable = "PORTAL_JOURNEY_AHEAD_MS";
let aheadMs = Number(process.env[variable] ?? 0);
const machineNow = Date.now;

Date.now = () => machineNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget) as Date,
});

/** How much later it is from now on, here and in threads that start from now on. */
export function liveAhead(ms: number): void {
  aheadMs = ms;
  process.env[variable] = String(ms);
}
