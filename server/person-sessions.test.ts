/** Who gets to know where somebody is signed in; the backend's word is asked each time and believed only when it is yes. */

import { expect, test } from "vitest";
import { personSessionsFor } from "./person-sessions.ts";

const session = (id: string, lastSeenAt: number) => ({ id, userAgent: "Firefox", startedAt: 1, lastSeenAt });

function aSource(answer: unknown, tokenIdentifier: string | null = "issuer|ada") {
  const asked: unknown[] = [];
  return {
    asked,
    backend: {
      queryAs: async (_token: string, _path: string, args?: object): Promise<unknown> => {
        asked.push(args);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      query: async (): Promise<unknown> => ({ tokenIdentifier }),
    },
    sessionsOf: async (identifier: string) => {
      asked.push(identifier);
      return [session("older", 5), session("newer", 9)];
    },
  };
}

test("sessions come last used first, for whom the backend says may know them", async () => {
  expect(await personSessionsFor(aSource(true), "token", "p1")).toMatchObject([{ id: "newer" }, { id: "older" }]);
});

test.each([
  ["the backend says no", false],
  ["the backend says something else", { may: true }],
  ["the backend refuses", new Error("not-allowed")],
])("nothing is read where %s", async (_name, answer) => {
  const source = aSource(answer);
  expect(await personSessionsFor(source, "token", "p1")).toBeNull();
  expect(source.asked).toEqual([{ personId: "p1" }]);
});

test.each([
  ["nobody is signed in", null, "p1"],
  ["the person is no text", "token", { $ne: "" }],
  ["the person is a novel", "token", "p".repeat(1_000)],
])("nobody is asked where %s", async (_name, token, personId) => {
  const source = aSource(true);
  expect(await personSessionsFor(source, token, personId)).toBeNull();
  expect(source.asked).toEqual([]);
});

test("whoever has never signed in has no sessions", async () => {
  expect(await personSessionsFor(aSource(true, null), "token", "p1")).toEqual([]);
});
