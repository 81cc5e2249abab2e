/**
 * Short messages about what just happened. The list that shows them is loaded behind the page (`toaster.tsx`);
 * what is said before it is there waits here and is shown in the same order.
 */
import type { ExternalToast } from "sonner";

type Kind = "success" | "error" | "warning";
type Show = (text: string, more?: Pick<ExternalToast, "description" | "action">) => void;

/** More than the list shows at once is of no use to anybody. */
const MAX_WAITING = 5;

/** A place to say things, and the list that may come later. */
export function createToasts() {
  let list: Record<Kind, Show> | null = null;
  let waiting: (() => void)[] = [];
  const say = (kind: Kind): Show => (text, more) => {
    if (list !== null) list[kind](text, more);
    else waiting = [...waiting, () => list?.[kind](text, more)].slice(-MAX_WAITING);
  };
  return {
    toast: { success: say("success"), error: say("error"), warning: say("warning") } satisfies Record<Kind, Show>,
    /** Called by the list when its code has come. */
    showIn(loaded: Record<Kind, Show>): void {
      list = loaded;
      for (const tell of waiting) tell();
      waiting = [];
    },
  };
}

export const { toast, showIn: showToastsIn } = createToasts();
