/**
 * Imported into the portal's process before anything else when a journey lets time pass: from then on the
 * process lives PORTAL_JOURNEY_AHEAD_MS later than the machine. Only what the clock says changes, timers do not.
 */
const aheadMs = Number(process.env["PORTAL_JOURNEY_AHEAD_MS"]);
const machineNow = Date.now;

Date.now = () => machineNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget) as Date,
});
