/** Files on their way between the page and the backend, at the address the page was opened with. */

/**
 * Sends one file to an upload address; what it is stored as. By XMLHttpRequest, because fetch does not tell how much
 * of a body has been sent; `onProgress` hears of shares from 0 to 1.
 */
export function sendFile(
  { url, backendUrl }: { readonly url: string; readonly backendUrl: string },
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    // The backend may be reached by several names; the page may only talk to the one it was opened with.
    request.open("POST", new URL(`${pathname}${search}`, backendUrl).href);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const stored = request.status === 200 ? storedIn(request.responseText) : null;
      if (stored === null) reject(new Error(`The upload was refused with status ${request.status}`));
      else resolve(stored);
    };
    request.onerror = () => reject(new Error("The upload broke off"));
    const stop = (): void => reject(new DOMException("The upload was stopped", "AbortError"));
    request.onabort = stop;
    if (signal.aborted) return stop();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** The id in the answer to an upload; null where it has none, as a page that a proxy puts in its place. */
function storedIn(answer: string): string | null {
  try {
    const { storageId } = JSON.parse(answer) as { storageId?: unknown };
    return typeof storageId === "string" ? storageId : null;
  } catch {
    return null;
  }
}

/** Fetches an attached file with somebody's token; `of` says what kind of thing it is attached to. */
export async function fetchFile(
  backendUrl: string,
  { id, of, token }: { readonly id: string; readonly of?: "ticket" | "idea"; readonly token: string | null },
): Promise<Blob> {
  const address = new URL(`/http/attachments?file=${encodeURIComponent(id)}`, backendUrl);
  if (of) address.searchParams.set("of", of);
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${token ?? ""}` } });
  if (!answer.ok) throw new Error(`The file could not be fetched: status ${answer.status}`);
  return await answer.blob();
}
