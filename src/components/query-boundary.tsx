import { Component, type ContextType, type ReactNode } from "react";
import { Button } from "../ui/button";
import { Card } from "../ui/page/card";
import { EmptyState } from "../ui/page/empty-state";
import { PageHeader } from "../ui/page/page-header";
import { ErrorPortContext } from "./errors/error-port";
import { ErrorReference } from "./errors/error-reference";

/**
 * `page` is the heading of a page that has nothing else to show when its query fails; `wayOn` leads on from what does
 * not exist.
 */
interface QueryBoundaryProps {
  title: string;
  page?: string;
  wayOn?: ReactNode;
  children: ReactNode;
}

/** What is known about a failure; the words come a moment after it. */
interface Failure {
  readonly failed: boolean;
  readonly isRefused: boolean;
  readonly isMissing: boolean;
  readonly words: string | null;
  /** What the report of it is found by; nothing is reported of what was refused on purpose. */
  readonly reference: string | null;
}

const NO_FAILURE: Failure = { failed: false, isRefused: false, isMissing: false, words: null, reference: null };

/**
 * Keeps a failed query inside its own part of the page: the rest stays usable, this part says what
 * happened and asks again. A live query throws while rendering, which only a boundary can catch.
 * Hardly any page ever needs the words of all refusals, so they load when one does. What is no refusal is reported, and
 * whoever sees it can ask support with its reference.
 */
export class QueryBoundary extends Component<QueryBoundaryProps, Failure> {
  static override contextType = ErrorPortContext;
  declare context: ContextType<typeof ErrorPortContext>;
  override state = NO_FAILURE;

  static getDerivedStateFromError(): Failure {
    return { ...NO_FAILURE, failed: true };
  }

  override componentDidCatch(error: unknown) {
    const report = () => this.context.report(error, "QueryBoundary");
    import("./refusal-words").then(
      ({ explain, isNotFound, isRefusal }) => {
        const isRefused = isRefusal(error);
        this.setState({
          isRefused,
          isMissing: isNotFound(error),
          words: explain(error),
          reference: isRefused ? null : report(),
        });
      },
      // Without them the title still says what failed.
      () => this.setState({ reference: report() }),
    );
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
    const { isRefused, isMissing, words, reference } = this.state;
    const { title, wayOn } = this.props;
    if (isMissing && wayOn !== undefined) {
      return (
        <EmptyState kind="no-right" title={title} action={wayOn}>
          {words} Somebody who takes part in it can bring you in.
        </EmptyState>
      );
    }
    return (
      <EmptyState
        kind={isRefused ? "no-right" : "failed"}
        title={title}
        action={
          <>
            <Button variant="outline" onClick={() => this.setState(NO_FAILURE)}>
              Try again
            </Button>
            {reference === null ? null : <ErrorReference reference={reference} />}
          </>
        }
      >
        {words}
      </EmptyState>
    );
  }
}
