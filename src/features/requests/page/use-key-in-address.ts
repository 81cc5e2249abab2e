import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * A request opened by its id, as links once said it, stands at its key as soon as that is known: it takes the place of
 * the id, so that the way back leads where the reader came from, and is what they copy. Answers whether it stands there.
 */
export function useKeyInAddress(name: string, key: string | undefined): boolean {
  const navigate = useNavigate();
  const isThere = key === undefined || name === key;
  useEffect(() => {
    if (isThere || key === undefined) return;
    void navigate({
      to: ".",
      params: (all: Record<string, string>) => ({ ...all, id: key }),
      search: true,
      hash: true,
      replace: true,
      resetScroll: false,
    });
  }, [isThere, key, navigate]);
  return isThere;
}
