import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeId, encodeId, newInternalId, whyNoId } from "./ids.ts";

const id = fc.record({
  tableNumber: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  internalId: fc.uint8Array({ minLength: 16, maxLength: 16 }),
});
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

test("[VAL3] an id reads back as what it was made from", () => {
  fc.assert(
    fc.property(id, (made) => {
      const text = encodeId(made);
      expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{31,37}$/);
      const read = decodeId(text);
      expect(read?.tableNumber).toBe(made.tableNumber);
      expect([...(read?.internalId ?? [])]).toEqual([...made.internalId]);
    }),
  );
});

test("[VAL3] ids minted by a hosted deployment are read, with their table and day", () => {
  const ids = [
    "jn73r5arpm1m4trqt44ean1hhh822j46",
    "jd7746s4q8nf1qz7mm12sctdch823n4y",
    "j979m52fv77n5tw8mg4xv73f49814rsj",
  ];
  const read = ids.map((text) => decodeId(text));
  expect(read.map((found) => found?.tableNumber)).toEqual([10_005, 10_003, 10_002]);
  expect(read.map((found) => found && encodeId(found))).toEqual(ids);
});

test("[VAL4] a changed character never reads as the same id, and what reads is canonical", () => {
  fc.assert(
    fc.property(id, fc.nat(), fc.integer({ min: 1, max: 31 }), (made, at, shift) => {
      const text = encodeId(made);
      const place = at % text.length;
      const digit = ALPHABET.indexOf(text[place] as string);
      const changed = text.slice(0, place) + ALPHABET[(digit + shift) % 32] + text.slice(place + 1);
      const read = decodeId(changed);
      expect(read === null || encodeId(read) !== text).toBe(true);
      if (read !== null) expect(encodeId(read)).toBe(changed);
    }),
  );
});

test.each([
  "",
  "x",
  "not an id",
  "J57",
  "jn73r5arpm1m4trqt44ean1hhh822j4",
  "jn73r5arpm1m4trqt44ean1hhh822j460",
  "jn73r5arpm1m4trqt44ean1hhh822j4u",
])("[VAL4] %j is no id", (text) => expect(decodeId(text)).toBeNull());

test("[VAL5] ids of one table sort as their bytes and end in the day they were made", () => {
  fc.assert(
    fc.property(id, fc.uint8Array({ minLength: 16, maxLength: 16 }), (a, other) => {
      const b = { tableNumber: a.tableNumber, internalId: other };
      const byBytes = Buffer.compare(Buffer.from(a.internalId), Buffer.from(b.internalId));
      const byText = encodeId(a) < encodeId(b) ? -1 : encodeId(a) === encodeId(b) ? 0 : 1;
      expect(byText).toBe(Math.sign(byBytes));
    }),
  );
  const made = newInternalId(new Uint8Array(14), 20_000 * 86_400_000);
  expect([...made.slice(14)]).toEqual([20_000 >> 8, 20_000 & 0xff]);
});

test("[VAL4] what is no id is told with why", () => {
  const id = encodeId({ tableNumber: 10_001, internalId: new Uint8Array(16) });
  expect(whyNoId("nonsense")).toBe("Unable to decode ID: Invalid ID length 8");
  expect(whyNoId("u".repeat(32))).toBe("Unable to decode ID: ID wasn't valid base32");
  expect(whyNoId("0".repeat(31))).toBe("Unable to decode ID: Invalid table number");
  expect(whyNoId(`${id.slice(0, 10)}1${id.slice(11)}`)).toBe("Unable to decode ID: Its checksum is wrong");
  expect(whyNoId(id)).toBe("The ID is of another table");
});
