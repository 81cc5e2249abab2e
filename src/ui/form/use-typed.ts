import { type ChangeEvent, useState } from "react";

/**
 * A field whose value is read from what is typed into it. Every key counts at once, so closing what it stands in loses
 * nothing; until the field is left it shows the text as it was typed, so that half of it can be typed.
 */
export function useTyped(text: string, onType: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  function type(next: string): void {
    setTyped(next);
    onType(next);
  }
  return {
    value: typed ?? text,
    type,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(event.target.value),
    onBlur: () => setTyped(null),
  };
}
