import type { ReactNode } from "react";

/**
 * Title, one line of context, actions on the right. The title is the page's only h1 and the place
 * focus goes to after navigation.
 */
export function PageHeader(props: { title: ReactNode; context?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60 sm:basis-96">
        <h1
          data-page-heading
          tabIndex={-1}
          className="text-left text-xl [unicode-bidi:plaintext] wrap-anywhere font-semibold tracking-[-0.01em] text-ink"
        >
          {props.title}
        </h1>
        {props.context ? <div className="mt-0.5 text-base text-muted">{props.context}</div> : null}
      </div>
      {props.actions ? <div className="flex flex-wrap items-center gap-2">{props.actions}</div> : null}
    </header>
  );
}
