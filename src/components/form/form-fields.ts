import { ConvexError } from "convex/values";

/** What the server found wrong with a form, by field; null when it refused for another reason. */
export function fieldsRefused(error: unknown): Readonly<Record<string, string>> | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (
    typeof data !== "object" ||
    data === null ||
    !("code" in data) ||
    data.code !== "invalid-form" ||
    !("fields" in data)
  )
    return null;
  const { fields } = data;
  return typeof fields === "object" && fields !== null ? (fields as Record<string, string>) : null;
}
