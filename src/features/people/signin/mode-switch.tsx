import { useHydrated } from "@tanstack/react-router";
import { Button } from "../../../ui/button";

/** Between signing in and opening an account. Waits for the page's code: a click before it would be lost. */
export function ModeSwitch({ isNew, onChange }: { isNew: boolean; onChange: (isNew: boolean) => void }) {
  const isReady = useHydrated();
  return (
    <fieldset disabled={!isReady} className="mt-5 flex flex-wrap items-center gap-x-1 border-t border-line pt-4 text-muted">
      {isNew ? "You have an account?" : "New here?"}
      <Button variant="ghost" size="sm" onClick={() => onChange(!isNew)}>
        {isNew ? "Sign in instead" : "Create an account"}
      </Button>
    </fieldset>
  );
}
