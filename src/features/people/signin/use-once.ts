import { useEffect, useRef, useState } from "react";

/**
 * Runs something once when the page opens and gives its result; null until then. For work that must not
 * be done twice, such as using up a link, even where effects run again.
 */
export function useOnce<Result>(run: () => Promise<Result>): Result | null {
  const started = useRef(false);
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run().then(setResult);
  }, [run]);
  return result;
}
