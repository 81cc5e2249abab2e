import { Component, type ReactNode } from "react";
import { PAGES } from "../../../convex/site/pages";
import { askSupportPath } from "../../components/errors/error-port";
import { Button } from "../../ui/button";
import { reportError } from "../reporting";
import { MessageScreen } from "./screen";

/** What is left when even the error screen failed. Uses nothing that could fail with it. */
export function CriticalError({ reference = null }: { reference?: string | null }) {
  return (
    <MessageScreen title="Critical Error" role="alert">
      <p className="text-ink-soft">A critical error occurred and has been reported to our team.</p>
      <div>
        <Button onClick={() => location.assign(PAGES.home.path)}>Reset Application</Button>
      </div>
      {reference === null ? null : (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <span>
            Reference <span className="font-mono text-ink select-all">{reference}</span>
          </span>
          {/* A real link: the page begins anew with it. */}
          <a href={askSupportPath(reference)} className="rounded-sm font-medium text-accent-text underline">
            Ask support
          </a>
        </p>
      )}
    </MessageScreen>
  );
}

/** The outermost boundary of the page. */
export class CriticalBoundary extends Component<
  { children: ReactNode },
  { hasFailed: boolean; reference: string | null }
> {
  override state = { hasFailed: false, reference: null };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ reference: reportError(error, { level: "fatal", tags: { errorBoundary: "CriticalBoundary" } }) });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <CriticalError reference={this.state.reference} /> : this.props.children;
  }
}
