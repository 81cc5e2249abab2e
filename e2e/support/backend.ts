/** The backend's functions, asked directly as the person of a page. */

import type { Page } from "playwright-core";

/**
 * A fresh token of the page's session. Asked once more when its connection, kept from an earlier journey, was closed by
 * the portal in the same moment; the call after it goes over the connection that has just answered.
 */
async function tokenOf(page: Page): Promise<string> {
  const answer = (await (await page.request.get("/api/auth/token", { maxRetries: 1 })).json()) as {
    token: string | null;
  };
  if (answer.token === null) throw new Error("Nobody is signed in on this page");
  return answer.token;
}

/** What the backend answers to a call over its HTTP API: a value, or the code of a refusal. */
export async function askBackend<Value>(
  page: Page,
  kind: "query" | "mutation",
  path: string,
  args: object = {},
): Promise<{ value?: Value; code?: string; data?: Readonly<Record<string, unknown>> }> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const answer = await page.request.post(`/api/${kind}`, { headers, data: { path, args, format: "json" } });
  const body = (await answer.json()) as { value?: Value; errorData?: { code?: string }; errorMessage?: string };
  if (body.errorMessage !== undefined)
    return { code: body.errorData?.code ?? body.errorMessage, data: { ...body.errorData } };
  return { value: body.value };
}
