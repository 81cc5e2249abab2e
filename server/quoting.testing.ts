/** Systems outside that quote back what they are sent, as some do in their errors. For tests only. */

import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";

/** A service over HTTP that refuses everything with what it was sent, and keeps the bodies. */
export interface QuotingService {
  readonly url: string;
  readonly bodies: string[];
  /** What calls are answered with; 200 takes them. */
  status: number;
  close(): void;
}

/** Starts one. */
export async function aQuotingService(): Promise<QuotingService> {
  const server = http.createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      service.bodies.push(body);
      const sent = `${request.method} ${request.url} ${request.headers.authorization ?? ""} ${JSON.stringify(request.headers)} ${body}`;
      const [, credential = ""] = (request.headers.authorization ?? "").split(" ");
      answer.writeHead(service.status, { "content-type": "application/json" });
      const said = `JWT or token ${credential} is invalid. You sent: ${sent}`;
      answer.end(JSON.stringify({ code: "390144", message: said, errorMessage: said, status: "error" }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: QuotingService = {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    status: 401,
  };
  return service;
}

/**
 * A mail server that refuses whoever connects, the sign-in with what was typed in, whoever does not sign in, the sender or
 * the receiver of a mail, a mail with all of it, or nothing.
 */
export interface QuotingMailServer {
  readonly port: number;
  readonly mails: string[];
  /** What a receiver is refused with. */
  receiverAnswer: string;
  refuses: "connections" | "sign-in" | "strangers" | "senders" | "receivers" | "mails" | "nothing";
  close(): void;
}

/** Starts one. */
export async function aQuotingMailServer(): Promise<QuotingMailServer> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.write(mails.refuses === "connections" ? "554 No SMTP service here\r\n" : "220 mail.example\r\n");
    let mail: string[] | null = null;
    let rest = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (mail === null) {
          if (line === "DATA") mail = [];
          socket.write(`${answerTo(line)}\r\n`);
        } else if (line === ".") {
          mails.mails.push(mail.join("\n"));
          const isTaken = mails.refuses === "nothing";
          socket.write(isTaken ? "250 taken\r\n" : `554 5.7.1 will not send: ${unfolded(mail).slice(0, 3_000)}\r\n`);
          mail = null;
        } else mail.push(line);
      }
    });
  });
  const answerTo = (line: string): string => {
    if (/^EHLO/i.test(line)) return "250-mail.example\r\n250 AUTH PLAIN";
    const [, typed] = /^AUTH PLAIN (\S+)/i.exec(line) ?? [];
    if (typed !== undefined) {
      if (mails.refuses !== "sign-in") return "235 welcome";
      const [, user, password] = Buffer.from(typed, "base64").toString().split("\0");
      return `535 5.7.8 no such sign-in: ${line} which is ${user}:${password}`;
    }
    if (line === "DATA") return "354 go on";
    if (/^MAIL/i.test(line) && mails.refuses === "strangers") return "530 5.7.0 sign in first";
    if (/^MAIL/i.test(line) && mails.refuses === "senders") return "550 5.7.1 Sender address rejected";
    if (/^RCPT/i.test(line) && mails.refuses === "receivers") return mails.receiverAnswer;
    return /^QUIT/i.test(line) ? "221 bye" : "250 ok";
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const mails: QuotingMailServer = {
    port: (server.address() as AddressInfo).port,
    mails: [],
    receiverAnswer: "550 5.1.1 No such user",
    refuses: "sign-in",
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return mails;
}

/** The mail in one line, its quoted-printable lines joined. */
function unfolded(lines: readonly string[]): string {
  return lines.join("\n").replaceAll("=\n", "").replaceAll("=3D", "=").replaceAll("\n", " ");
}
