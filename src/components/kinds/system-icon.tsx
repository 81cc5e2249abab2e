/** One icon and one hue per outside system, the same wherever it is shown. */

import { BookMarked, Combine, type LucideIcon, Plug, ScanSearch, Sigma, Snowflake, Wind } from "lucide-react";
import { cn } from "../../ui/cn";

/** By the name of a connector. Hues are those of the charts, which both themes know. */
export const SYSTEMS: Readonly<Record<string, { readonly Icon: LucideIcon; readonly hue: string }>> = {
  snowflake: { Icon: Snowflake, hue: "text-chart-5" },
  dbt: { Icon: Combine, hue: "text-chart-2" },
  airflow: { Icon: Wind, hue: "text-chart-3" },
  collate: { Icon: BookMarked, hue: "text-chart-6" },
  sigma: { Icon: Sigma, hue: "text-chart-1" },
  thoughtspot: { Icon: ScanSearch, hue: "text-chart-7" },
};

const PLAIN = { Icon: Plug, hue: "text-muted" };

/** The icon of an outside system, beside its name; a plain one for systems of other versions. */
export function SystemIcon({ system, className }: { system: string; className?: string }) {
  const { Icon, hue } = (Object.hasOwn(SYSTEMS, system) ? SYSTEMS[system] : undefined) ?? PLAIN;
  return <Icon aria-hidden className={cn("size-4 shrink-0", hue, className)} />;
}
