/** One icon and one hue per system, the same wherever it is shown. */

import { BookMarked, Bot, Combine, type LucideIcon, Plug, ScanSearch, Sigma, Snowflake, Wind } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../ui/cn";
import { systemName } from "./system-name";

/** By the name of a connector, and the portal itself. Hues are those of the charts, which both themes know. */
export const SYSTEMS: Readonly<Record<string, { readonly Icon: LucideIcon; readonly hue: string }>> = {
  snowflake: { Icon: Snowflake, hue: "text-chart-5" },
  dbt: { Icon: Combine, hue: "text-chart-2" },
  airflow: { Icon: Wind, hue: "text-chart-3" },
  collate: { Icon: BookMarked, hue: "text-chart-6" },
  sigma: { Icon: Sigma, hue: "text-chart-1" },
  thoughtspot: { Icon: ScanSearch, hue: "text-chart-7" },
  portal: { Icon: Bot, hue: "text-muted" },
};

const PLAIN = { Icon: Plug, hue: "text-muted" };

/** The icon of a system, beside its name; a plain one for systems of other versions. */
export function SystemIcon({ system, className }: { system: string; className?: string }) {
  const { Icon, hue } = (Object.hasOwn(SYSTEMS, system) ? SYSTEMS[system] : undefined) ?? PLAIN;
  return <Icon aria-hidden data-system={system} className={cn("size-4 shrink-0", hue, className)} />;
}

/** A system by icon and name; `children` are its name where that is shown in another way. */
export function SystemLabel({
  system,
  className,
  children,
}: {
  system: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <span className={cn("inline-flex min-w-0 items-center gap-1.5", className)}>
      <SystemIcon system={system} />
      <span className="truncate">{children ?? systemName(system)}</span>
    </span>
  );
}
