/** A mail server that takes every mail and keeps it: the inbox of everybody in a portal without the demo. */

import net from "node:net";

/** Takes mails until it is closed. */
export class MailServer {
  readonly #mails: string[] = [];
  readonly #server = net.createServer((socket) => this.#serve(socket));

  /** Starts it, and resolves to its address as SMTP_URL has it. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `smtp://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  }

  close(): void {
    this.#server.close();
  }

  /** The newest link to a page in a mail to this address, or null. */
  linkTo(email: string, page: string): string | null {
    const mail = this.#mails.findLast((text) => text.toLowerCase().includes(`to: ${email}`));
    return mail === undefined ? null : (new RegExp(`http\\S+/${page}\\S*`).exec(decoded(mail))?.[0] ?? null);
  }

  /** Where the newest mail to this address with these words in it is answered, or null. */
  answersTo(email: string, words: string): string | null {
    const mail = this.#mails.findLast((text) => text.toLowerCase().includes(`to: ${email}`) && text.includes(words));
    return mail === undefined ? null : (/^Reply-To: <?([^\s<>]+)>?/im.exec(mail)?.[1] ?? null);
  }

  /** Just enough of SMTP for one sender that behaves. */
  #serve(socket: net.Socket): void {
    let rest = "";
    let mail: string[] | null = null;
    socket.setEncoding("utf8");
    socket.on("error", () => socket.destroy());
    socket.write("220 journeys\r\n");
    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (mail !== null && line === ".") {
          this.#mails.push(mail.join("\r\n"));
          mail = null;
          socket.write("250 taken\r\n");
        } else if (mail !== null) mail.push(line);
        else if (/^data$/i.test(line)) {
          mail = [];
          socket.write("354 go on\r\n");
        } else if (/^quit$/i.test(line)) socket.end("221 bye\r\n");
        else socket.write("250 fine\r\n");
      }
    });
  }
}

/** Quoted-printable as it was before: lines that were broken, signs that were written as numbers. */
function decoded(mail: string): string {
  return mail
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
