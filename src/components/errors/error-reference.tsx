import { Component, type ReactNode, Suspense, useContext } from "react";
import { pathTo } from "../../../convex/site/links";
import { CopyButton } from "../../ui/text/copy-button";
import { askSupportPath, ErrorHelpContext } from "./error-port";

const LINK = "rounded-sm font-medium text-accent-text underline";

/**
 * What somebody hands on so that the report of this error is found, the form that says it for them, and what may help
 * without it. Its line is kept free, so that nothing moves when it comes. Real links: what failed begins anew with them.
 */
export function ErrorReference({ reference }: { reference: string | null }) {
  const help = useContext(ErrorHelpContext);
  return (
    <>
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
      {reference === null ? null : (
        <OrNothing>
          <Suspense fallback={null}>{help}</Suspense>
        </OrNothing>
      )}
    </>
  );
}

/** What only helps fails in silence: the error it stands below is the one to be read. */
class OrNothing extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
