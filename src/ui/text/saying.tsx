import type { ReactNode } from "react";
import { MetaLine } from "./meta-line";
import { RelativeTime } from "./relative-time";

/** What somebody wrote, and when; `more` stands behind the time. */
export function Saying({ by, at, more, children }: { by: string; at: number; more?: ReactNode; children: ReactNode }) {
  return (
    <>
      <MetaLine>
        <span className="font-medium text-ink">{by}</span>
        <RelativeTime at={at} />
        {more}
      </MetaLine>
      {children}
    </>
  );
}
