import { pathTo } from "../../../convex/site/links";
import { CopyButton } from "../../ui/text/copy-button";
import { askSupportPath } from "./error-port";

const LINK = "rounded-sm font-medium text-accent-text underline";

/**
 * What somebody hands on so that the report of this error is found, the form that says it for them, and what may help
 * without it. Its line is kept free, so that nothing moves when it comes. Real links: what failed begins anew with them.
 */
export function ErrorReference({ reference }: { reference: string | null }) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      {reference === null ? null : (
        <>
          <p className="flex items-center gap-1">
            Reference <span className="font-mono text-ink">{reference}</span>
            <CopyButton text={reference} label="Copy reference" />
          </p>
          <a href={askSupportPath(reference)} className={LINK}>
            Ask support
          </a>
          <a href={pathTo("articles")} className={LINK}>
            Help articles
          </a>
        </>
      )}
    </div>
  );
}
