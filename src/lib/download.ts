import { MINUTE_MS } from "../../convex/lib/pure/time";

/** Hands a text to the browser as a file. */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** By then a browser has taken what it saves, also where it asks first where to. */
const TAKEN_MS = MINUTE_MS;

/** Hands content to the browser as a file. The address behind it is freed a minute later. */
export function downloadBlob(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_MS);
}
