import type { ReactNode } from "react";

/** What a card of Home says while it has nothing: one line of what will be here, and the one useful action. */
export function EmptyLine({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div data-kind="nothing-yet" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pb-4">
      <p className="max-w-prose min-w-0 text-muted">{children}</p>
      {action}
    </div>
  );
}
