/** Attacks over sockets. Each ends when the server has read all of it or has hung up: a pong answers in order. */

import { connect as connectTcp } from "node:net";
import { WebSocket } from "ws";
import { isNestedTooDeeply } from "../../src/values/json.ts";
import { turns, type Dice } from "../crash/dice.ts";
import type { ClientFrame } from "../crash/recording-client.ts";
import { isDocumented } from "./documented.ts";
import { damaged, randomBytes } from "./mutate.ts";
import { CHANNEL, SESSION } from "./transcript.ts";

const KNOWN_TYPES = new Set(["Transition", "MutationResponse", "ActionResponse", "AuthError", "FatalError", "Ping"]);

export interface Outcome {
  readonly messages: number;
  readonly faults: readonly string[];
  /** How the server hung up, as `code reason`; null when it did not. */
  readonly refusal: string | null;
}

/** The transcript as this conversation says it: some messages damaged, doubled, left out or moved. */
function script(dice: Dice, transcript: readonly ClientFrame[], number: number): (string | Buffer)[] {
  const session = `${SESSION.slice(0, 24)}${number.toString(16).padStart(12, "0")}`;
  // Sign-ins end most conversations; keep them in few.
  const kept = transcript.filter(({ type }) => type !== "Authenticate" || dice.chance(0.15));
  const spoken = JSON.parse(JSON.stringify(kept).replaceAll(CHANNEL, `channel ${number}`)) as ClientFrame[];
  const said: (string | Buffer)[] = spoken.map((frame) =>
    JSON.stringify("sessionId" in frame ? { ...frame, sessionId: session } : frame),
  );
  for (let change = 1 + dice.below(3); change > 0; change--) {
    // Not often the first: without a good Connect nothing else is looked at.
    const at = dice.chance(0.15) ? 0 : dice.below(said.length);
    const one = said[at] as string | Buffer;
    const what = dice.below(10);
    if (what === 0) said.splice(at, 1);
    else if (what === 1) said.splice(dice.below(said.length), 0, one);
    else if (what === 2) said.push(...said.splice(at, 1));
    else if (what === 3) said[at] = randomBytes(dice, 300);
    else if (typeof one === "string") said[at] = damaged(dice, parsed(one));
    if (said.length === 0) return ["{}"];
  }
  return said;
}

function parsed(text: string): object {
  if (isNestedTooDeeply(text)) return { text };
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && Object.keys(json).length > 0 ? json : { text };
  } catch {
    return { text }; // Damaged before.
  }
}

/** One damaged transcript over a WebSocket. */
export async function converse(
  dice: Dice,
  url: string,
  transcript: readonly ClientFrame[],
  number: number,
): Promise<Outcome> {
  const said = script(dice, transcript, number);
  const ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
  const faults: string[] = [];
  let refusal: string | null = null;
  ws.on("error", () => undefined);
  ws.on("message", (data) => faults.push(...frameFaults((data as Buffer).toString("utf8"))));
  const closed = new Promise<void>((resolve) => {
    ws.on("close", (code, reason) => {
      if (code !== 1005 && code !== 1006) refusal = `${code} ${reason.toString()}`;
      if (refusal !== null && !isDocumented("socket", code, reason.toString()))
        faults.push(`was closed with ${refusal}`);
      resolve();
    });
  });
  await Promise.race([closed, new Promise((resolve) => ws.once("open", resolve))]);
  for (const message of said) {
    ws.send(message);
    if (dice.chance(0.1)) await turns(dice.below(5));
  }
  ws.ping();
  await Promise.race([closed, new Promise((resolve) => ws.once("pong", resolve))]);
  if (dice.chance(0.5)) await turns(dice.anyMagnitude(500));
  if (dice.chance(0.5)) ws.terminate();
  else ws.close();
  await closed;
  return {
    messages: said.length,
    faults: faults.map((fault) => `${fault} after ${JSON.stringify(said.map((one) => one.toString().slice(0, 300)))}`),
    refusal,
  };
}

function frameFaults(text: string): string[] {
  try {
    const { type, success, result } = JSON.parse(text) as { type: string; success?: boolean; result?: string };
    if (!KNOWN_TYPES.has(type)) return [`an unknown message: ${text.slice(0, 200)}`];
    return success === false && !/^\[Request ID: [0-9a-f]{16}\] Server Error/.test(String(result))
      ? [`a failure without its request: ${text.slice(0, 200)}`]
      : [];
  } catch {
    return [`a frame that is not JSON: ${text.slice(0, 200)}`];
  }
}

const UPGRADE =
  "GET /api/1.48.0/sync HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/** Bytes that are no protocol at all: instead of a request, of an upgrade, or of WebSocket frames. */
export async function throwBytes(dice: Dice, url: string): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const socket = connectTcp(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.resume();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const noise = randomBytes(dice, 2000);
  const kind = dice.below(4);
  const cut = UPGRADE.slice(0, dice.below(UPGRADE.length));
  if (kind === 0) socket.end(noise);
  else if (kind === 1) socket.end(Buffer.concat([Buffer.from(cut), noise]));
  else if (kind === 2) socket.end(Buffer.concat([Buffer.from(UPGRADE), noise]));
  else
    socket.end(
      Buffer.concat([
        Buffer.from(UPGRADE),
        Buffer.from([0x80 | dice.below(16), dice.pick([0, 125, 126, 127, 0x80, 0xfd, 0xfe, 0xff])]),
        noise,
      ]),
    );
  await closed;
  return { messages: 1, faults: [], refusal: null };
}
