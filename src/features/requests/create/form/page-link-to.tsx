import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link to a page whose path is data, opened beside the form so that nothing typed is left. */
export function PageLinkTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to as "/"} target="_blank" className="font-medium text-accent-text underline underline-offset-2">
      {children}
    </Link>
  );
}
