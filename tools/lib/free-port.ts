import { once } from "node:events";
import net from "node:net";

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo; // listening on TCP, so an address with a port
  server.close();
  await once(server, "close");
  return port;
}
