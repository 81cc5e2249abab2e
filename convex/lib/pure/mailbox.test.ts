import { describe, expect, test } from "vitest";
import { mailboxOf } from "./mailbox";

describe("one mailbox", () => {
  test.each([
    "Ada.Byron@ao.com",
    " ada.byron@AO.COM ",
    "ada.byron+test@ao.com",
    "ada.byron+a+b@ao.com",
    "ada.byron@ao.com.",
    "ａda.byron@ao.com",
    "аda.byron@ao.com",
    "ada\u200B.byron@ao.com",
  ])("%s is ada.byron@ao.com", (email) => {
    expect(mailboxOf(email)).toBe("ada.byron@ao.com");
  });

  test("dots count for nothing only where the provider ignores them", () => {
    expect(mailboxOf("a.d.a+x@googlemail.com")).toBe(mailboxOf("ada@gmail.com"));
    expect(mailboxOf("a.da@ao.com")).not.toBe(mailboxOf("ada@ao.com"));
  });

  test("a domain is the same in letters and in punycode", () => {
    expect(mailboxOf("ada@bücher.example")).toBe(mailboxOf("ada@xn--bcher-kva.example"));
  });
});

test.each([
  ["ada@аo.com", "ada@ao.com"],
  ["ada@ao.com", "adb@ao.com"],
  ["ada@ao.com", "ada@ao.co"],
  ["+a@ao.com", "+b@ao.com"],
])("%s and %s are two", (one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});

test.each(["", "@", "ada", "ada@", "ada@[", "@ao.com", "ada@ao com"])("%j is answered without failing", (text) => {
  expect(mailboxOf(text)).toEqual(expect.any(String));
});
