import type { ReactNode } from "react";

/** A whole page that says one thing: heading, text, what to do. */
export function MessageScreen(props: { title: string; children: ReactNode; role?: "alert" }) {
  return (
    <div role={props.role} className="flex min-h-[70dvh] items-center justify-center px-4 py-12">
      <div className="flex w-full max-w-lg flex-col gap-5">
        <h1 data-page-heading tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
          {props.title}
        </h1>
        {props.children}
      </div>
    </div>
  );
}
