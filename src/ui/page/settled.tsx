import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cn } from "../cn";
import { Arrivals } from "./awaited";

/** Longer is nobody kept from the parts that have arrived. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Several parts of a page that arrive one after another push each other about. Here they take their places unseen, and
 * are shown together once the last has arrived: nothing moves after it was seen. A part that is still to come says so
 * by being there: every `SkeletonGroup` does, and `Awaited` for what shows nothing meanwhile. What is renewed later
 * has its own skeleton and hides nothing. `meanwhile` stands in their place until all have arrived; `className` lays out
 * the parts.
 */
export function Settled(props: { meanwhile: ReactNode; className?: string; children: ReactNode }) {
  const { meanwhile, className, children } = props;
  const awaited = useRef(0);
  const [isSettled, setSettled] = useState(false);
  const settleIfComplete = useCallback(() => {
    if (awaited.current === 0) setSettled(true);
  }, []);
  const announce = useCallback(() => {
    awaited.current += 1;
    return () => {
      awaited.current -= 1;
      // In the same step another part may announce itself in this one's place: they are counted when it is over.
      queueMicrotask(settleIfComplete);
    };
  }, [settleIfComplete]);
  useLayoutEffect(settleIfComplete, [settleIfComplete]);
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => setSettled(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);
  return (
    <div className="relative" aria-busy={!isSettled}>
      {isSettled ? null : <div className="absolute inset-x-0 top-0">{meanwhile}</div>}
      <Arrivals value={isSettled ? null : announce}>
        <div className={cn(className, isSettled ? undefined : "invisible")}>{children}</div>
      </Arrivals>
    </div>
  );
}
