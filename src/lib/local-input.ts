/** The value of a datetime-local field, in the reader's own time. */
export function localInput(at: number): string {
  const date = new Date(at);
  const shifted = new Date(at - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
