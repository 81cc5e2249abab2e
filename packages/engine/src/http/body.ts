/** Request bodies, read with a limit. */

import { isJsonObject, isNestedTooDeeply, type JsonObject } from "../values/json.ts";
import { HttpRefusal } from "./errors.ts";

/** How a body is refused that is longer than it may be. */
export function tooLarge(maxBytes: number): HttpRefusal {
  return new HttpRefusal(413, "PayloadTooLarge", `The request body is larger than ${maxBytes} bytes`);
}

/** The whole body as text. Stops reading, and refuses, as soon as it is too long. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    // The sender hung up: nobody will read this.
    throw new HttpRefusal(400, "BadRequest", "The request ended before its body did");
  }
  return text + decoder.decode();
}

/** The body as a JSON object. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<JsonObject> {
  const text = await readText(request, maxBytes);
  if (isNestedTooDeeply(text)) throw new HttpRefusal(400, "BadJsonBody", "The request body is nested too deeply");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, "BadJsonBody", "The request body is not JSON");
  }
  if (!isJsonObject(body)) throw new HttpRefusal(400, "BadJsonBody", "The request body is not a JSON object");
  return body;
}
