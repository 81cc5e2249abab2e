import * as z from "zod";

const functionAnswer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("success"), value: z.unknown() }),
  z.object({ status: z.literal("error"), errorMessage: z.string(), errorData: z.unknown() }),
]);

/** A function that refused or failed, called over HTTP. `data` is what it refused with. */
export class BackendFunctionError extends Error {
  override readonly name = "BackendFunctionError";
  readonly data: unknown;

  constructor(path: string, message: string, data: unknown) {
    super(`${path}: ${message}`);
    this.data = data;
  }
}

/** The value a function answered with over the HTTP API; throws what it threw. */
export async function answerOf(response: Response, path: string): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = functionAnswer.safeParse(body);
  if (!parsed.success)
    throw new BackendFunctionError(path, `the backend answered with status ${response.status}`, null);
  if (parsed.data.status === "error")
    throw new BackendFunctionError(path, parsed.data.errorMessage, parsed.data.errorData);
  return parsed.data.value;
}
