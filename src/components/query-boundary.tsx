import { Component, type ReactNode } from "react";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import { explain, isNotFound, isRefusal } from "./refusal-words";

/** `page` is the heading of a page that has nothing else to show when its query fails; `wayOn` leads on from what does not exist. */
interface QueryBoundaryProps {
  title: string;
  page?: string;
  wayOn?: ReactNode;
  children: ReactNode;
}

/**
 * Keeps a failed query inside its own part of the page: the rest stays usable, this part says what
 * happened and asks again. A live query throws while rendering, which only a boundary can catch.
 */
export class QueryBoundary extends Component<QueryBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { page } = this.props;
    if (page === undefined) return this.failure();
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title={page} />
        <Card>{this.failure()}</Card>
      </div>
    );
  }

  private failure() {
    const { error } = this.state;
    const { title, wayOn } = this.props;
    if (wayOn !== undefined && isNotFound(error)) {
      return (
        <EmptyState kind="no-right" title={title} action={wayOn}>
          {explain(error)} Somebody who takes part in it can bring you in.
        </EmptyState>
      );
    }
    return (
      <EmptyState
        kind={isRefusal(error) ? "no-right" : "failed"}
        title={title}
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
