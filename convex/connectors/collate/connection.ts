/** Reading Collate over the REST API of its server. Nothing is ever written. */

import { SECOND_MS } from "../../lib/pure/time";
import {
  type CatalogueDomain,
  type CataloguePerson,
  ConnectorError,
  type Health,
  type ReadSystem,
} from "../contract/contract";
import type { SettingValues } from "../contract/manifest";
import { type Answered, readingOf, type ReadingRuntime, textOrNull } from "../contract/reading";
import { realRuntime } from "../contract/runtime";
import type { settings } from "./manifest";

const CALL_TIMEOUT_MS = 20 * SECOND_MS;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** People whose addresses are looked up for one list of a domain. */
const MAX_PEOPLE = 20;

/** Collate as the settings say. Nothing is sent before the first use. */
export function connectCollate(
  values: SettingValues<typeof settings>,
  runtime: ReadingRuntime = realRuntime,
): ReadSystem & Required<Pick<ReadSystem, "readDomain">> {
  const read = readingOf(
    {
      system: "Collate",
      url: values.COLLATE_URL,
      authorization: `Bearer ${values.COLLATE_TOKEN}`,
      settings: { url: "COLLATE_URL", token: "COLLATE_TOKEN" },
      timeoutMs: CALL_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      refusals: {
        403: {
          kind: "admin-fixable",
          code: "privilege-missing",
          message:
            "The portal’s bot in Collate is not allowed to read this. Grant it a role that can view domains and users.",
        },
        404: { kind: "user-fixable", code: "not-found", message: "Collate has no domain with this name." },
      },
    },
    runtime,
  );

  async function person(reference: Answered): Promise<CataloguePerson> {
    const name = textAt(reference, "displayName") ?? textAt(reference, "name") ?? "";
    if (textAt(reference, "type") !== "user") return { name, email: null };
    const found = await read(`/api/v1/users/${encodeURIComponent(textAt(reference, "id") ?? "")}`).catch(gone);
    return { name, email: found === null ? null : textAt(found, "email") };
  }

  const people = async (list: unknown): Promise<CataloguePerson[]> =>
    await Promise.all(objectsIn(list).slice(0, MAX_PEOPLE).map(person));

  return {
    async readDomain(fullName): Promise<CatalogueDomain> {
      const domain = await read(`/api/v1/domains/name/${encodeURIComponent(fullName)}?fields=owners,experts`);
      const answered = textAt(domain, "fullyQualifiedName");
      // Names are compared as the catalogue does: without regard to capitals.
      if (answered?.toLowerCase() !== fullName.toLowerCase()) throw anotherAnswer();
      return {
        fullName: answered,
        description: textAt(domain, "description") ?? "",
        owners: await people(domain["owners"]),
        experts: await people(domain["experts"]),
      };
    },
    async health(): Promise<Health> {
      // The version is told to everybody, so it proves nothing about the token.
      const version = textAt(await read("/api/v1/system/version"), "version");
      const self = textAt(await read("/api/v1/users/loggedInUser"), "name");
      if (version === null || self === null) throw anotherAnswer();
      const facts = [
        { subject: "Version", value: version },
        { subject: "User", value: self },
      ];
      return { isHealthy: true, facts, problems: [] };
    },
  };
}

/** Somebody who was deleted there still stands in lists. */
function gone(error: unknown): null {
  if (error instanceof ConnectorError && error.code === "not-found") return null;
  throw error;
}

function anotherAnswer(): ConnectorError {
  return new ConnectorError("bug", "answer-unknown", "Collate gave an answer the portal does not know.");
}

function textAt(object: Answered, field: string): string | null {
  return textOrNull(object[field]);
}

function objectsIn(list: unknown): Answered[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw anotherAnswer();
  return list.filter((item): item is Answered => typeof item === "object" && item !== null);
}
