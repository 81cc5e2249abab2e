import type { LucideIcon } from "lucide-react";
import { cn } from "../ui/cn";
import { GoLink } from "./go-link";

/** A figure of a card with its name, as a link to what is behind it; `note` says more below. Quiet when all is well. */
export function FactRow(props: {
  to: string;
  label: string;
  value: string;
  note?: string | null;
  Icon: LucideIcon;
  /** Colour of the picture. */
  look: string;
  isQuiet?: boolean;
}) {
  const { to, label, value, note = null, Icon, look, isQuiet = false } = props;
  return (
    <li>
      <GoLink
        to={to}
        className="flex min-h-9 items-start gap-2.5 rounded-md px-3 py-2 hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:py-3"
      >
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", look)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={cn("min-w-0 truncate", isQuiet ? "text-muted" : "text-ink")}>{label}</span>
            <span className={cn("shrink-0 text-right tabular-nums", isQuiet ? "text-muted" : "font-medium text-ink")}>
              {value}
            </span>
          </span>
          {note === null ? null : <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{note}</span>}
        </span>
      </GoLink>
    </li>
  );
}
