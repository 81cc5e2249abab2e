import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn";

/** A separate object on the page. For mere grouping prefer space or a rule. */
export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section {...props} className={cn("rounded-lg border border-line bg-surface", className)} />;
}

/** Title, one line of context and actions of a card. */
export function CardHeader(props: { title: ReactNode; description?: ReactNode; actions?: ReactNode; id?: string }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3">
      <div className="min-w-0">
        <h2 id={props.id} className="text-lg font-semibold text-ink">
          {props.title}
        </h2>
        {props.description ? <p className="text-sm text-muted">{props.description}</p> : null}
      </div>
      {props.actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{props.actions}</div> : null}
    </header>
  );
}

/** Padded content of a card. */
export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div {...props} className={cn("px-4 pb-4", className)} />;
}
