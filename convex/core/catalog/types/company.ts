/** What the shipped types say about the company, put in place of the one they were written for. */

import type { FormField, RequestTypeDefinition } from "../table";
import { COMPANY_EMAIL } from "./sharedParts";

/** Whose addresses are the company's, and which others pass for one. */
export interface Company {
  readonly domain: string;
  readonly testAddresses: readonly string[];
}

/** The company of the settings COMPANY_DOMAIN and TEST_ADDRESSES. */
export function configuredCompany(env: Readonly<Record<string, string | undefined>>): Company {
  const testAddresses = (env["TEST_ADDRESSES"] ?? "")
    .split(",")
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean);
  return { domain: env["COMPANY_DOMAIN"]?.trim().toLowerCase() || "ao.com", testAddresses };
}

/** A shipped type as this company uses it. */
export function forCompany(definition: RequestTypeDefinition, company: Company): RequestTypeDefinition {
  return { ...definition, fields: definition.fields.map((field) => fieldFor(field, company)) };
}

function fieldFor(field: FormField, { domain, testAddresses }: Company): FormField {
  const example = field.example?.replace(/@ao\.com$/, `@${domain}`);
  if (field.pattern?.source !== COMPANY_EMAIL.source) return example === field.example ? field : { ...field, example };
  const source = [`.*@${escaped(domain)}`, ...testAddresses.map(escaped)].join("|");
  return { ...field, pattern: { source, message: `Email must be @${domain} domain` }, example };
}

/** Only what has a meaning in a pattern: others must not be escaped where patterns are read strictly. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
