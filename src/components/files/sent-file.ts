/** A file that was sent. */
export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** Formats of pixels: nothing in them runs or is unpacked. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Pictures above this are downloaded, not shown. */
export const SHOWN_BYTES = 5 * 1024 * 1024;

/** Whether a file is shown where it stands; every other one is downloaded. */
export function isShown({ contentType, size }: Pick<SentFile, "contentType" | "size">): boolean {
  return PICTURES.includes(contentType) && size <= SHOWN_BYTES;
}
