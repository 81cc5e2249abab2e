import { Button } from "../../ui/button";
import { MessageScreen } from "./screen";

/** The view of a page whose content failed while the frame around it still stands. */
export function PageError({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <MessageScreen title="Something went wrong" role="alert">
      <p className="text-ink-soft">
        An unexpected error occurred. Please try refreshing the page or contact support if the problem persists.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTryAgain}>Try Again</Button>
        <Button variant="outline" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
    </MessageScreen>
  );
}
