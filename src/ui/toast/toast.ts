/**
 * Short messages about what just happened. The list that shows them is loaded behind the page (`toaster.tsx`);
 * what is said before it is there waits here and is shown in the same order.
 *
 * Errors and messages with an action are kept for as long as the tab is open, so that nobody loses them to
 * the time a message stays (WCAG 2.2.1). Reloading the page forgets them: what they tell is on the pages.
 */
type Kind = "success" | "error" | "warning";

/** What a message may say besides its text. */
interface More {
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}
type Show = (text: string, more?: More) => void;

/** A message that was kept. */
export interface KeptMessage extends More {
  readonly id: number;
  readonly kind: Kind;
  readonly text: string;
  readonly at: number;
  /** Whether the action was chosen, here or in the message itself: it can be chosen once. */
  readonly isUsed: boolean;
}

/** More than the list shows at once is of no use to anybody. */
const MAX_WAITING = 5;
const MAX_KEPT = 50;

/** A place to say things, and the list that may come later. */
export function createToasts(now: () => number = Date.now) {
  let list: Record<Kind, Show> | null = null;
  let waiting: (() => void)[] = [];
  let kept: readonly KeptMessage[] = [];
  let said = 0;
  const listeners = new Set<() => void>();
  function keep(next: readonly KeptMessage[]): void {
    kept = next;
    for (const listener of listeners) listener();
  }
  const say =
    (kind: Kind): Show =>
    (text, given) => {
      const id = (said += 1);
      const more = given?.action
        ? {
            ...given,
            action: once(given.action, () => keep(kept.map((one) => (one.id === id ? { ...one, isUsed: true } : one)))),
          }
        : given;
      if (kind === "error" || more?.action)
        keep([{ ...more, id, kind, text, at: now(), isUsed: false }, ...kept].slice(0, MAX_KEPT));
      if (list !== null) list[kind](text, more);
      else waiting = [...waiting, () => list?.[kind](text, more)].slice(-MAX_WAITING);
    };
  const messages = {
    /** The newest first. */
    all: () => kept,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget: () => keep([]),
  };
  return {
    toast: { success: say("success"), error: say("error"), warning: say("warning") } satisfies Record<Kind, Show>,
    messages,
    /** Called by the list when its code has come. */
    showIn(loaded: Record<Kind, Show>): void {
      list = loaded;
      for (const tell of waiting) tell();
      waiting = [];
    },
  };
}

/** An action that is done once, however often and wherever it is chosen. */
function once({ label, onClick }: NonNullable<More["action"]>, done: () => void): NonNullable<More["action"]> {
  let isDone = false;
  return {
    label,
    onClick: () => {
      if (isDone) return;
      isDone = true;
      done();
      onClick();
    },
  };
}

export const { toast, messages: keptMessages, showIn: showToastsIn } = createToasts();
