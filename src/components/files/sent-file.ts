/** A file that was sent. */
export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}
