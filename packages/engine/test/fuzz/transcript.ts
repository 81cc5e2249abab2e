/** What official clients really say, recorded from them. */

import { anyApi } from "convex/server";
import { recordingClient, type ClientFrame } from "../crash/recording-client.ts";

const api = anyApi as any;
/** Stands for a channel of the conversation's own, so that results stay small. */
export const CHANNEL = "the channel";
export const SESSION = "7b9ad2ac-61ec-4a6c-8f3e-2a2b8d0c1f00";

/** The frames of one client that does a bit of everything; session and channel to be replaced. */
export async function recordTranscript(url: string): Promise<readonly ClientFrame[]> {
  const frames: ClientFrame[] = [];
  const { client } = recordingClient(url, { onClient: (frame) => frames.push(frame) });
  const end = client.onUpdate(api.messages.list, { channel: CHANNEL }, () => undefined);
  client.onUpdate(
    api.messages.page,
    { channel: CHANNEL, paginationOpts: { numItems: 2, cursor: null } },
    () => undefined,
  );
  for (let n = 0; n < 4; n++) await client.mutation(api.messages.send, { channel: CHANNEL, body: `body ${n}` });
  await client.mutation(api.counters.increment, { name: CHANNEL });
  await client.mutation(api.odd.throwData, {}).catch(() => undefined);
  await client.action(api.odd.viaAction, {}).catch(() => undefined);
  await client.query(api.counters.get, { name: CHANNEL });
  end();
  await client.query(api.odd.whoAmI, {});
  const signIns = [
    { type: "Authenticate", tokenType: "None", baseVersion: 0 },
    { type: "Authenticate", tokenType: "User", baseVersion: 0, value: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.AAAA" },
    {
      type: "Authenticate",
      tokenType: "Admin",
      baseVersion: 0,
      value: "fuzz|0123456789abcdef",
      impersonating: { subject: "a", issuer: "b" },
    },
  ];
  await client.close();
  return [...frames.slice(0, 2), ...signIns, ...frames.slice(2)];
}
