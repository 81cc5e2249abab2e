import { expect, test } from "vitest";
import { agentsText, unreadTitle, writersText } from "./here-words";

const writes = (name: string) => ({ name, isWriting: true });
const reads = (name: string) => ({ name, isWriting: false });

test.each([
  [[reads("Kim Park")], "Kim Park is here too"],
  [[writes("Kim Park")], "Kim Park is writing a reply"],
  [[writes("Kim Park"), writes("Sam Hill")], "Kim Park and Sam Hill are writing a reply"],
  [
    [reads("Adam Roe"), writes("Kim Park"), reads("Sam Hill")],
    "Kim Park is writing a reply, Adam Roe and Sam Hill are here too",
  ],
])("everybody is named, who writes first: %#", (agents, text) => {
  expect(agentsText(agents)).toBe(text);
});

test("where nobody writes, nothing is said beside the reply", () => {
  expect(writersText([reads("Kim Park")])).toBeNull();
});

test("whoever wrote in the meantime is named once", () => {
  expect(unreadTitle([{ author: "Kim Park" }, { author: "Ada Byron" }, { author: "Kim Park" }])).toBe(
    "Kim Park and Ada Byron replied in the meantime",
  );
});
