import { Component, type ReactNode } from "react";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { explain, isRefusal } from "./refusal-words";

/**
 * Keeps a failed query inside its own part of the page: the rest stays usable, this part says what
 * happened and asks again. A live query throws while rendering, which only a boundary can catch.
 */
export class QueryBoundary extends Component<{ title: string; children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return (
      <EmptyState
        kind={isRefusal(error) ? "no-right" : "failed"}
        title={this.props.title}
        action={
          <Button variant="outline" onClick={() => this.setState({ error: null, failed: false })}>
            Try again
          </Button>
        }
      >
        {explain(error)}
      </EmptyState>
    );
  }
}
