import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorReference } from "../../components/errors/error-reference";
import { Button } from "../../ui/button";
import { useReported } from "./reference";
import { MessageScreen } from "./screen";
import { unlessSessionOver } from "./session-over";

/** The page-level error view: for a layout that could not show its page at all. */
export const PageError = unlessSessionOver(UnexpectedPageError);

function UnexpectedPageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const reference = useReported(error, "PageError");
  return (
    <MessageScreen title="Something went wrong" role="alert">
      <p className="text-ink-soft">
        An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          Try Again
        </Button>
        <Button variant="outline" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
      <ErrorReference reference={reference} />
    </MessageScreen>
  );
}
