import { type RefObject, useEffect, useRef } from "react";

/**
 * The words that say how it stands: in the bar on narrow screens, in the panel, and how a dialog gives the focus back.
 */
export interface Landing {
  readonly bar: RefObject<HTMLParagraphElement | null>;
  readonly panel: RefObject<HTMLDivElement | null>;
  /** Before something is asked above the page. */
  onAsk: () => void;
  /** For `finalFocus` of a dialog. */
  afterDialog: () => null | false;
}

/**
 * What is decided with goes away as soon as it is decided, or as time runs out: the focus that was on it goes to the
 * words that say what came of it, never to the top of the document.
 */
export function useLanding(): Landing {
  const bar = useRef<HTMLParagraphElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  const opener = useRef<Element | null>(null);
  // Only what somebody did themselves moves the page under their eyes; time running out does not.
  const mayScroll = useRef(false);

  useEffect(() => {
    function remember({ target }: FocusEvent): void {
      if (target instanceof Element && target.closest("main, [role='dialog']")) last.current = target;
    }
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  // After every change, and after a dialog that closed has given the focus back.
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body || last.current?.isConnected !== false) return;
      const words = [bar.current, panel.current].find((one) => one && one.getClientRects().length > 0);
      if (mayScroll.current) words?.scrollIntoView({ block: "nearest" });
      mayScroll.current = false;
      words?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  });
  return {
    bar,
    panel,
    onAsk: () => {
      opener.current = document.activeElement;
      mayScroll.current = true;
    },
    // What opened it gets the focus back, if it is still there.
    afterDialog: () => (opener.current?.isConnected && opener.current !== document.body ? null : false),
  };
}
