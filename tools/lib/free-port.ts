import { once } from "node:events";
import net from "node:net";

/**
 * Where systems take the port of a connection that goes out from (Linux from 32,768, others from 49,152, RFC 6335): a
 * port up there can be gone between being found free and being listened on, or while a server is started again.
 */
const FIRST_OUTGOING_PORT = 32_768;
/** Above the last port that browsers refuse to open (10,080). */
const LOWEST_PORT = 11_000;
const MOST_TRIES = 100;

/** A port of this machine that nobody listens on, on any address, and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (FIRST_OUTGOING_PORT - LOWEST_PORT));
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found in ${MOST_TRIES} tries`);
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  try {
    server.listen(port);
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
