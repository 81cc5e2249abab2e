/** The Range header, as far as files need it: one range of bytes. */

/** Bytes `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/** The range asked for; null for the whole content, "unsatisfiable" when it lies outside. */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = ONE_RANGE.exec(header?.trim() ?? "") ?? [];
  // Anything but one well-formed range, and any range of nothing, is answered with everything.
  if ((first === "" && last === "") || size === 0) return null;
  if (first === "") {
    const suffix = Number(last);
    return suffix === 0 ? "unsatisfiable" : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
