import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn";

const looks = {
  info: { classes: "border-info-line bg-info-wash text-info", Icon: Info },
  success: { classes: "border-success-line bg-success-wash text-success", Icon: CircleCheck },
  warning: { classes: "border-warning-line bg-warning-wash text-warning", Icon: TriangleAlert },
  danger: { classes: "border-danger-line bg-danger-wash text-danger", Icon: CircleAlert },
} as const;

/** A message that belongs to the page. Failures interrupt a screen reader, the rest waits its turn. */
export function Alert(props: {
  meaning: keyof typeof looks;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  const { classes, Icon } = looks[props.meaning];
  return (
    <div
      role={props.meaning === "danger" ? "alert" : "status"}
      className={cn(
        "flex items-start gap-2.5 rounded-lg border px-3 py-2.5",
        classes,
        props.action && "max-sm:flex-wrap",
        props.className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {/* On a phone the words keep the line for themselves. */}
      <div className={cn("min-w-0 flex-1", props.action && "max-sm:basis-[calc(100%-1.625rem)]")}>
        {props.title ? <p className="font-medium">{props.title}</p> : null}
        {props.children ? <div className={props.title ? "text-ink-soft" : undefined}>{props.children}</div> : null}
      </div>
      {props.action ? <div className="shrink-0 max-sm:pl-6.5">{props.action}</div> : null}
    </div>
  );
}
