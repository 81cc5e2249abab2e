/** What the browser knows about the things a form points to; the server checks all of it again. */

import { useMemo } from "react";
import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import type { Lookups } from "../../../../../convex/core/catalog/rules/forms";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { rolesIn } from "../../../../../convex/core/domains/rules";
import {
  type FoundPerson,
  type ListedArea,
  type ListedDomain,
  useAreas,
  useDomains,
  usePeople,
} from "../../../../components/pickers/api";
import { useOwnServiceUsers } from "../api";

/** Lists behind the pickers; undefined while one of them is loading. */
export interface Lists {
  readonly domains: readonly ListedDomain[];
  readonly areas: readonly ListedArea[];
}

/** Loads the lists behind the pickers. */
export function useLists(): Lists | undefined {
  const domains = useDomains();
  const areas = useAreas();
  return useMemo(() => (domains && areas ? { domains, areas } : undefined), [domains, areas]);
}

/** The people a form holds, and the viewer's service users, by id; those not loaded yet are missing. */
export function usePeopleIn(fields: readonly FormField[], values: FormValues): ReadonlyMap<string, NamedInForm> {
  const named = fields
    .filter(({ kind }) => kind === "person")
    .map(({ name }) => values[name])
    .filter((id): id is string => typeof id === "string" && id !== "");
  const key = [...new Set(named)].toSorted().join(" ");
  // A new list each time would ask the server each time.
  const ids = useMemo(() => (key === "" ? [] : key.split(" ")), [key]);
  const found = usePeople(ids);
  const serviceUsers = useOwnServiceUsers();
  const ownAreaId = useAreas()?.find(({ isOwn }) => isOwn)?.id ?? null;
  return useMemo(
    () =>
      new Map<string, NamedInForm>([
        ...(serviceUsers ?? []).map(
          ({ id, name }) => [id, { id, name, email: "", area: null, areaId: ownAreaId }] as const,
        ),
        ...(found ?? []).map((person) => [person.id, person] as const),
      ]),
    [found, serviceUsers, ownAreaId],
  );
}

/** Whom a form names: a person, or a service user, which belongs where whoever asks for it belongs. */
export type NamedInForm = Omit<FoundPerson, "id"> & { readonly id: string };

/**
 * Lookups over what was loaded, for forms whose requester is the viewer. People are searched on the server, so an
 * unknown one is not wrong here.
 */
export function lookupsOver({ domains, areas }: Lists, people: ReadonlyMap<string, NamedInForm>): Lookups {
  const domainOf = (key: string) => domains.find((domain) => domain.key === key);
  return {
    person: (id) => people.get(id),
    area: (id) => areas.find((area) => area.id === id) ?? null,
    ownArea: (id) => (id === null ? (areas.find(({ isOwn }) => isOwn)?.id ?? null) : people.get(id)?.areaId),
    domain: (key) => domainOf(key) ?? null,
    role: (name, domainKey, environment) =>
      (domainKey === null ? domains : [domainOf(domainKey)]).some((domain) =>
        rolesIn(domain?.roles ?? [], environment).some((role) => role.name === name),
      ),
    warehouse: () => undefined,
  };
}
