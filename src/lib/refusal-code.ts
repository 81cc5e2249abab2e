import { ConvexError } from "convex/values";

/** The code of a refusal of the backend; null where the error is none. */
export function refusalCode(error: unknown): unknown {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "code" in data ? data.code : null;
}
