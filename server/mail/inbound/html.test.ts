import { expect, test } from "vitest";
import { wordsOfHtml } from "./html.ts";

test.each([
  ["words alone", "Just words", "Just words"],
  ["tags go, words stay", "<p>Hello <b>Ada</b></p>", "Hello Ada\n"],
  ["a line for each that ends", "one<br>two<BR/>three</div>four", "one\ntwo\nthree\nfour"],
  ["no style, script or head", "<head><title>t</title></head><style>x{}</style>a<script>alert(1)</script>b", "ab"],
  ["a script that never ends says nothing", "a<script>alert(1)", "a"],
  ["what never closes is words", "1 < 2, and so on", "1 < 2, and so on"],
  [
    "the right words behind letters that grow when they are small",
    "<p>İlker İnan, İzmir</p><STYLE>p{color:red}</STYLE>Merhaba<br>Ada<script>alert(1)</script>b",
    "İlker İnan, İzmir\nMerhaba\nAdab",
  ],
  ["no handler of an event", "<img src=x onerror=alert(1)>c", "c"],
])("%s", (_, html, words) => expect(wordsOfHtml(html)).toBe(words));

// What looks at the rest of the mail from each of these would take minutes; the test would be over long before.
test.each(["<", "<br", "<style ", "<style>", "</p", "<a href='"])(
  "a mail of %s alone is read like any other",
  (piece) => {
    expect(wordsOfHtml(piece.repeat(400_000)).length).toBeLessThanOrEqual(piece.length * 400_000);
  },
);
