/** A text file as it was saved, and what it was taken for. */
export interface DecodedText {
  readonly text: string;
  /** Guessed, because the file does not say: other letters than A to Z may be wrong. */
  readonly isGuess: boolean;
}

/** The text of a file: UTF-8, UTF-16 with its mark, else what spreadsheets on Windows write in western Europe. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), isGuess: false };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), isGuess: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isGuess: true };
  }
}
