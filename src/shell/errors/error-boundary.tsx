import { Component, type ReactNode } from "react";
import { reportError } from "../reporting";
import { PageError } from "./page-error";

/** Keeps a failure inside the part of the page it happened in. */
export class ErrorBoundary extends Component<{ name: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error, { level: "error", tags: { errorBoundary: this.props.name } });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <PageError onTryAgain={() => this.setState({ hasFailed: false })} />;
  }
}
