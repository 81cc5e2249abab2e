/** One icon and one hue per kind of request, the same wherever it is shown. */

import {
  Blocks,
  CalendarClock,
  ChartColumn,
  DatabaseZap,
  FileText,
  type LucideIcon,
  MailPlus,
  Table2,
  UserCog,
  UserMinus,
  UserPlus,
  Warehouse,
} from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../ui/cn";

/** By the key of a shipped type. Hues are those of the charts, which both themes know. */
export const TYPES: Readonly<Record<string, { readonly Icon: LucideIcon; readonly hue: string }>> = {
  "snowflake-access": { Icon: Table2, hue: "text-chart-5" },
  "bi-access": { Icon: ChartColumn, hue: "text-chart-1" },
  "snowflake-user": { Icon: UserPlus, hue: "text-chart-5" },
  "service-user": { Icon: UserCog, hue: "text-chart-6" },
  "portal-invite": { Icon: MailPlus, hue: "text-chart-6" },
  leaver: { Icon: UserMinus, hue: "text-chart-4" },
  warehouse: { Icon: Warehouse, hue: "text-chart-2" },
  sandbox: { Icon: Blocks, hue: "text-chart-2" },
  "data-source": { Icon: DatabaseZap, hue: "text-chart-3" },
  "dbt-airflow": { Icon: CalendarClock, hue: "text-chart-3" },
};

const PLAIN = { Icon: FileText, hue: "text-muted" };

/** The icon of a request type, beside its name or a title; a plain one for types of other versions. */
export function TypeIcon({ typeKey, className }: { typeKey: string; className?: string }) {
  const { Icon, hue } = (Object.hasOwn(TYPES, typeKey) ? TYPES[typeKey] : undefined) ?? PLAIN;
  return <Icon aria-hidden data-type={typeKey} className={cn("size-4 shrink-0", hue, className)} />;
}

/** The title of a page about a request, led by the icon of its type. */
export function TypeTitle({ typeKey, children }: { typeKey: string; children: ReactNode }) {
  return (
    <span className="flex items-start gap-2">
      <TypeIcon typeKey={typeKey} className="mt-1 size-5" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** The icon of a request type on a tile of its hue, where there is room for one. */
export function TypeTile({ typeKey }: { typeKey: string }) {
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line bg-sunken">
      <TypeIcon typeKey={typeKey} />
    </span>
  );
}
