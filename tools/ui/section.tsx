import type { ReactNode } from "react";

/** A named group of examples. */
export function Section(props: { title: string; children: ReactNode }) {
  const id = props.title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-lg font-semibold">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

/** Examples side by side with a caption. */
export function Row(props: { caption: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1.5 md:grid-cols-[10rem_1fr]">
      <p className="pt-1.5 text-sm text-muted">{props.caption}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{props.children}</div>
    </div>
  );
}
