import { Ticks } from "../../ui/chart/ticks";
import { useNow } from "../../ui/text/use-now";
import { type ReadHour, SHOWN_HOURS, ticksOf, uptimeTitle } from "./uptime-ticks";

/** How often a system answered in the last two days. */
export function Uptime({ label, hours }: { label: string; hours: readonly ReadHour[] }) {
  const now = useNow();
  const title = uptimeTitle(hours, now);
  const ticks = ticksOf(hours, now);
  return (
    <Ticks
      title={title}
      measure="The last 48 hours, checked every 5 minutes"
      summary={`${label}: ${title} in the last 48 hours.`}
      ticks={ticks}
      room={SHOWN_HOURS}
      head={["Hour", "Working", "Not working"]}
      ends={{ from: "2 days ago", to: "now" }}
      empty="Not checked yet"
    />
  );
}
