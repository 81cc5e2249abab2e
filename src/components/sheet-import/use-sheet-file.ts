import { useState } from "react";
import { decodeText } from "../../lib/decode-text";

/** Files above this are not even read: the server takes far less. */
const MAX_BYTES = 1_000_000;

/** The file somebody chose, as text; what is wrong with it before anybody looks inside. */
export interface ChosenFile {
  readonly name: string;
  readonly text: string | null;
  readonly isGuess: boolean;
  readonly problem: string | null;
}

/** Holds the chosen file, and reads it. */
export function useSheetFile(): { file: ChosenFile | null; choose: (file: File | undefined) => Promise<void> } {
  const [file, setFile] = useState<ChosenFile | null>(null);
  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return setFile(null);
    const { name } = chosen;
    if (chosen.size > MAX_BYTES)
      return setFile({
        name,
        text: null,
        isGuess: false,
        problem: "This file is larger than 1 MB. A list of this kind is much smaller.",
      });
    try {
      setFile({ name, problem: null, ...decodeText(new Uint8Array(await chosen.arrayBuffer())) });
    } catch {
      setFile({ name, text: null, isGuess: false, problem: "The file could not be read. Choose it again." });
    }
  }
  return { file, choose };
}
