/** What is written on a page and not sent yet: parts of the page come and go, what is written in them stays. */

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { FoundPerson } from "../pickers/api";
import { LeaveGuard } from "./leave-guard";

/** A text and whom it mentions. */
export interface Unsent {
  readonly text: string;
  /** What the page began it with, which nobody loses. */
  readonly begun?: string;
  readonly mentioned: readonly Pick<FoundPerson, "id" | "name">[];
}

/** Nothing written. */
const NOTHING: Unsent = { text: "", mentioned: [] };

type Change = (before: Unsent) => Unsent;
interface Page {
  readonly texts: Readonly<Record<string, Unsent>>;
  readonly change: (name: string, change: Change) => void;
}

const PageContext = createContext<Page | null>(null);

/** The page whose texts are held; whoever leaves it without sending one is asked first. */
export function UnsentTexts({ children }: { children: ReactNode }) {
  const [texts, setTexts] = useState<Page["texts"]>({});
  const change = useCallback(
    (name: string, one: Change) => setTexts((before) => ({ ...before, [name]: one(before[name] ?? NOTHING) })),
    [],
  );
  const page = useMemo(() => ({ texts, change }), [texts, change]);
  return (
    <PageContext value={page}>
      <LeaveGuard
        title="Leave without sending?"
        isUnsaved={() => Object.values(texts).some(({ text, begun }) => text.trim() !== "" && text !== begun)}
      />
      {children}
    </PageContext>
  );
}

/** The text of this name on the page, and how it is changed. Throws outside of such a page. */
export function useUnsent(name: string): readonly [Unsent, (change: Change) => void] {
  const page = useContext(PageContext);
  if (page === null) throw new Error("What is written here needs a page that holds it");
  const { texts, change: changeOne } = page;
  return [texts[name] ?? NOTHING, useCallback((change) => changeOne(name, change), [changeOne, name])];
}

/** What stays once something was sent: nothing, unless more was written meanwhile. */
export function afterSending(sent: Unsent): Change {
  return (now) => (now.text === sent.text ? NOTHING : now);
}
