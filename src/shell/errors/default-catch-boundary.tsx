import { type ErrorComponentProps, useNavigate, useRouter } from "@tanstack/react-router";
import { PAGES } from "../../../convex/site/pages";
import { ErrorReference } from "../../components/errors/error-reference";
import { Button } from "../../ui/button";
import { useReported } from "./reference";
import { MessageScreen } from "./screen";
import { unlessSessionOver } from "./session-over";
import { TechnicalDetails } from "./technical-details";

/** The screen of any error a route did not expect. Reports it and offers a way on. */
export const DefaultCatchBoundary = unlessSessionOver(UnexpectedError);

function UnexpectedError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const reference = useReported(error, "DefaultCatchBoundary");
  return (
    <MessageScreen title="Oops! Something went wrong" role="alert">
      <p className="text-ink-soft">We encountered an unexpected error. Please try again.</p>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          Try Again
        </Button>
        <Button variant="outline" onClick={() => void navigate({ to: PAGES.home.path })}>
          Go Home
        </Button>
      </div>
      <TechnicalDetails error={error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3">
        <p className="text-sm text-muted">If this problem persists, please contact support.</p>
        <ErrorReference reference={reference} />
      </div>
    </MessageScreen>
  );
}
