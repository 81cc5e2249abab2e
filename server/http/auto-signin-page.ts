/**
 * The page behind an invitation link. The link carries a password, so the query must be gone from the
 * address bar and the history before anything else of the page loads: the first bytes of <head> are a
 * script that takes the values into memory and rewrites the address. The page itself is rendered for an
 * address without a query, so the values never reach the application's code on the server.
 */

import { PAGES } from "../../convex/site/pages.ts";

export const AUTO_SIGN_IN_PATH = PAGES.autoSignIn.path;
/** Where the values wait for the page's own code, which takes them away. */
export const AUTO_SIGN_IN_GLOBAL = "__portalInvitation";

const SCRIPT = `(()=>{try{const q=new URLSearchParams(location.search);history.replaceState(null,"","${AUTO_SIGN_IN_PATH}");const g=k=>q.get(k)||"";let v={email:g("email"),password:g("password"),taskId:g("taskId")};Object.defineProperty(window,"${AUTO_SIGN_IN_GLOBAL}",{configurable:true,enumerable:false,value:()=>{const t=v;v=null;return t}})}catch{location.replace("${AUTO_SIGN_IN_PATH}")}})()`;

/** The rendered page with the script as the first thing in its head. */
export async function withQueryRemoved(response: Response, nonce: string): Promise<Response> {
  const headers = new Headers(response.headers);
  // A preload header would start loading before the script runs.
  headers.delete("link");
  headers.delete("content-length");
  if (!headers.get("content-type")?.includes("text/html"))
    return new Response(response.body, { status: response.status, headers });
  const html = await response.text();
  const head = /<head[^>]*>/i.exec(html);
  // A page without a head must not be sent: its scripts would run with the query still in place.
  if (head === null)
    return new Response("The page could not be prepared.", { status: 500, headers: { "content-type": "text/plain" } });
  const end = head.index + head[0].length;
  return new Response(`${html.slice(0, end)}<script nonce="${nonce}">${SCRIPT}</script>${html.slice(end)}`, {
    status: response.status,
    headers,
  });
}
