import { useHydrated } from "@tanstack/react-router";

/** Between signing in and opening an account. Waits for the page's code: a click before it would be lost. */
export function ModeSwitch({ isNew, onChange }: { isNew: boolean; onChange: (isNew: boolean) => void }) {
  const isReady = useHydrated();
  return (
    <fieldset
      disabled={!isReady}
      className="mt-5 flex flex-wrap items-center gap-x-1.5 border-t border-line pt-4 text-muted"
    >
      {isNew ? "Already have an account?" : "New here?"}
      <button
        type="button"
        className="rounded-sm font-medium text-accent-text underline-offset-2 hover:underline pointer-coarse:min-h-11"
        onClick={() => onChange(!isNew)}
      >
        {isNew ? "Sign in instead" : "Create an account"}
      </button>
    </fieldset>
  );
}
