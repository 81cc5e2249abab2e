import { useLetters } from "../../../ui/use-letters";
import { triageKey, type TriageKey } from "./triage-keys";

/** Plain letters over a list. */
export function useTriage(act: (key: TriageKey) => void): void {
  useLetters((letter) => {
    const wanted = triageKey(letter);
    return wanted && (() => act(wanted));
  });
}
