/** Kinds of settings: how the text of a variable is read, and in one sentence what is wrong with it. */

import * as z from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DOMAIN_SHAPE = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

type Read<Value> = { readonly value: Value } | { readonly problem: string };

/** A kind of its own: what the text stands for, or what is wrong with it. */
export function readAs<Value>(read: (text: string) => Read<Value>): z.ZodType<Value, string> {
  return z.string().transform((text, context) => {
    const found = read(text);
    if ("value" in found) return found.value;
    context.addIssue({ code: "custom", message: found.problem });
    return z.NEVER;
  });
}

/** Any text. */
export const text = (): z.ZodType<string, string> => z.string();

/** On or off. */
export const flag = (): z.ZodType<boolean, string> =>
  readAs<boolean>((given) => {
    const word = given.toLowerCase();
    if (["1", "true", "yes", "on"].includes(word)) return { value: true };
    if (["0", "false", "no", "off"].includes(word)) return { value: false };
    return { problem: `is "${word}", neither on nor off` };
  });

/** A whole number in a range. */
export const wholeNumber = ({ from, to }: { from: number; to: number }): z.ZodType<number, string> =>
  readAs<number>((given) => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= from && number <= to) return { value: number };
    return { problem: `is "${given}", not a whole number from ${from} to ${to}` };
  });

/** A number of minutes, hours or days, in milliseconds. */
export const duration = (): z.ZodType<number, string> =>
  readAs<number>((given) => {
    const written = given.toLowerCase();
    const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(written) ?? [];
    const ms = Number(count) * (UNIT_MS[unit] ?? 0);
    if (ms > 0) return { value: ms };
    return { problem: `is "${written}", not a number of minutes (m), hours (h) or days (d)` };
  });

/** One of some words. */
export const oneOf = <Option extends string>(options: readonly Option[]): z.ZodType<Option, string> =>
  readAs<Option>((given) => {
    const value = options.find((option) => option === given);
    return value === undefined ? { problem: `is "${given}", not one of ${options.join(", ")}` } : { value };
  });

/** An e-mail address. */
export const email = (): z.ZodType<string, string> =>
  readAs<string>((given) => {
    const value = given.toLowerCase();
    return EMAIL_SHAPE.test(value) ? { value } : { problem: `is "${value}", not an e-mail address` };
  });

/** E-mail addresses with commas between them. */
export const emailList = (): z.ZodType<string[], string> =>
  readAs<string[]>((given) => {
    const value = given
      .split(",")
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean);
    const wrong = value.find((item) => !EMAIL_SHAPE.test(item));
    return wrong === undefined ? { value } : { problem: `holds "${wrong}", not an e-mail address` };
  });

/** A mail domain, with or without the sign in front of it. */
export const mailDomain = (): z.ZodType<string, string> =>
  readAs<string>((given) => {
    const value = given.toLowerCase().replace(/^@/, "");
    return DOMAIN_SHAPE.test(value) ? { value } : { problem: `is "${value}", not a mail domain` };
  });

/** An address with one of some protocols. It may hold a password, so it is not repeated. */
export const address = (protocols: readonly string[]): z.ZodType<string, string> =>
  readAs<string>((given) => {
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return { value: given };
    return { problem: `is not an address starting with ${protocols.map((one) => `${one}//`).join(" or ")}` };
  });

/** The address of a site: scheme, host and port. */
export const origin = (): z.ZodType<string, string> =>
  address(["http:", "https:"]).pipe(
    readAs<string>((given) => {
      const url = new URL(given);
      const isBare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
      return isBare ? { value: url.origin } : { problem: "has more than a scheme, a host and a port" };
    }),
  );

/** A text that nothing is wrong with, as the rule says that says what is. */
export const checked = (whyNot: (text: string) => string | null): z.ZodType<string, string> =>
  readAs<string>((given) => {
    const problem = whyNot(given);
    return problem === null ? { value: given } : { problem };
  });

const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** The address of an outside system: encrypted unless it is on this machine, and nothing but the host. */
export const serviceAddress = (): z.ZodType<string, string> =>
  readAs<string>((given) => {
    const url = URL.canParse(given) ? new URL(given) : null;
    const isSafe =
      url !== null && (url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.includes(url.hostname)));
    return url !== null && isSafe && url.username === "" && url.pathname === "/" && url.search === ""
      ? { value: url.origin }
      : { problem: "is not an address that starts with https:// and ends with the host" };
  });

/** A key in PEM form. It may be given on one line, with \\n for the ends of lines, and in quotes. */
export const privateKey = (): z.ZodType<string, string> =>
  readAs<string>((given) => {
    const value = given.replace(/^"(.*)"$/s, "$1").replaceAll("\\n", "\n");
    return /^-----BEGIN PRIVATE KEY-----\s/.test(value)
      ? { value }
      : { problem: "is not an unencrypted PKCS#8 key in PEM form" };
  });
