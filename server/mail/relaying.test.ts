import { expect, test } from "vitest";
import { MailRefused, RelayRefused } from "./port.ts";
import { watchRelaying } from "./relaying.ts";

function aWatched(answers: Record<string, Error>) {
  const lines: string[] = [];
  const transport = {
    deliver: ({ to }: { to: string }) => (answers[to] ? Promise.reject(answers[to]) : Promise.resolve()),
    close: () => undefined,
  };
  const watched = watchRelaying(transport, { warn: (line) => void lines.push(line) });
  const send = (to: string) =>
    watched.deliver({ to, subject: "", text: "", kind: "notification" }).catch(() => undefined);
  return { watched, send, lines };
}

test("[N11] each domain is known until a mail to it is answered in another way, and logged once", async () => {
  const answers: Record<string, Error> = {
    "a@one.example": new RelayRefused("no"),
    "a@two.example": new RelayRefused("no"),
    "nobody@one.example": new MailRefused("unknown"),
    "late@two.example": new Error("timed out"),
  };
  const { watched, send, lines } = aWatched(answers);
  for (const to of ["a@one.example", "a@two.example", "a@ONE.example", "b@ao.com", "late@two.example"]) await send(to);
  answers["a@ONE.example"] = new RelayRefused("no");
  await send("a@ONE.example");
  expect(watched.relayRefusedTo()).toEqual(["two.example", "one.example"]);
  await send("nobody@one.example");
  await send("b@two.example");
  expect(watched.relayRefusedTo()).toEqual([]);
  expect(lines).toEqual([
    "the mail server refuses to relay mail to one.example",
    "the mail server refuses to relay mail to two.example",
    "the mail server refuses to relay mail to one.example",
  ]);
});

test("[N11] ten domains are remembered, the latest of them", async () => {
  const tos = Array.from({ length: 12 }, (_, number) => `a@${number}.example`);
  const { watched, send } = aWatched(Object.fromEntries(tos.map((to) => [to, new RelayRefused("no")])));
  for (const to of tos) await send(to);
  expect(watched.relayRefusedTo()).toEqual(tos.slice(2).map((to) => to.slice(2)));
});
