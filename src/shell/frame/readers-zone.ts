/** Which clock the pages of a person go by. */

import { wallClock, zoneProblem } from "../../../convex/lib/pure/zones";
import { readersZone, setReadersClock } from "../../lib/readers-clock";

/**
 * Lets every time on the page follow the zone its viewer chose; null, and one this browser does not know, stands for
 * that of their device. Called while the frame is drawn, so that no page in it shows another first.
 */
export function goByZone(zone: string | null): void {
  if (zone === (readersZone() ?? null)) return;
  setReadersClock(zone === null || zoneProblem(zone) !== null ? null : { zone, ...wallClock(zone) });
}
