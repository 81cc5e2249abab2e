import type { ReactNode } from "react";
import { cn } from "../cn";

/**
 * Title, one line of context, actions on the right. `beside` stands next to the title where there is room, else below
 * it: the parts of a list, which needs the height. The title is the page's only h1 and the place
 * focus goes to after navigation.
 */
export function PageHeader(props: { title: ReactNode; context?: ReactNode; beside?: ReactNode; actions?: ReactNode }) {
  return (
    <header
      className={cn("flex flex-wrap justify-between gap-x-6 gap-y-3", props.beside ? "items-center" : "items-start")}
    >
      <div className={props.beside ? "min-w-0" : "min-w-0 flex-1 basis-60 sm:basis-96"}>
        <h1
          data-page-heading
          tabIndex={-1}
          className="text-left text-xl [unicode-bidi:plaintext] wrap-anywhere font-semibold tracking-[-0.01em] text-ink"
        >
          {props.title}
        </h1>
        {props.context ? <div className="mt-0.5 text-base text-muted">{props.context}</div> : null}
      </div>
      {props.beside ? (
        <div className="min-w-0 basis-full max-xl:order-last xl:flex-1 xl:basis-0">{props.beside}</div>
      ) : null}
      {props.actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{props.actions}</div> : null}
    </header>
  );
}
