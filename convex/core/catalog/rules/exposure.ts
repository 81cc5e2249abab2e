/** What the answers of a request open, and which requests are therefore decided one at a time. */

import { BY_SENSITIVITY, SENSITIVITY_LABELS, type Sensitivity } from "../../domains/rules";
import type { DataDomain } from "../../domains/table";
import type { RequestFields } from "../../requests/table";
import type { AccessLevel, FormField } from "../table";
import type { FormValues } from "./conditions";

/** How sensitive the data is, and whether it can be changed; null where the answers say nothing about it. */
export interface Exposure {
  readonly sensitivity: Sensitivity | null;
  readonly level: AccessLevel | null;
}

export const LEVEL_LABELS: Readonly<Record<AccessLevel, string>> = { read: "Read", write: "Write" };

/**
 * What these answers open. A domain that became more sensitive since they were given counts as it is now, and one that
 * became less so as it was: whoever decides is never shown too little.
 */
export function exposureOf(
  fields: readonly FormField[],
  values: FormValues,
  domain: Pick<DataDomain, "sensitivity" | "roles"> | null,
): Exposure {
  const given = fields
    .filter(({ derived }) => derived?.from === "domainSensitivity")
    .map(({ name }) => BY_SENSITIVITY.indexOf(values[name] as Sensitivity));
  const now = domain ? BY_SENSITIVITY.indexOf(domain.sensitivity) : -1;
  const levels = fields.flatMap(({ name, options = [] }) => {
    const option = options.find(({ value }) => value === values[name]);
    const role = domain?.roles.find((one) => one.name === values[name]);
    return [option?.level, role?.level].filter((level) => level !== undefined);
  });
  return {
    sensitivity: BY_SENSITIVITY[Math.max(now, ...given)] ?? null,
    level: levels.includes("write") ? "write" : (levels[0] ?? null),
  };
}

/**
 * Why a request is decided on its own, or null: high risk, personal or restricted data, and write access are looked at
 * one at a time.
 */
export function whyAlone({
  risk,
  sensitivity,
  level,
}: Exposure & { readonly risk: RequestFields["risk"] }): string | null {
  const why =
    risk === "high"
      ? "High risk"
      : sensitivity === "pii"
        ? SENSITIVITY_LABELS.pii
        : sensitivity === "restricted"
          ? "Restricted data"
          : level === "write"
            ? "Write access"
            : null;
  return why === null ? null : `${why}: decide it on its own page.`;
}

/** Why a waiting approval, as screens know it, is decided on its own page and not from a list or a notice, or null. */
export function whyOnItsPage(
  waiting: Exposure & { readonly risk: RequestFields["risk"]; readonly isHighRisk: boolean },
): string | null {
  return whyAlone({ ...waiting, risk: waiting.isHighRisk ? "high" : waiting.risk });
}
