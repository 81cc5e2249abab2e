/** One of the areas, domains or roles the portal knows: lists that are searched where they are shown. */

import { roleWords } from "../../../convex/core/catalog/rules/review";
import type { FormField } from "../../../convex/core/catalog/table";
import { rolesIn, SENSITIVITY_LABELS } from "../../../convex/core/domains/rules";
import { Combobox } from "../../ui/form/combobox";
import type { ComboboxItem } from "../../ui/form/combobox-body";
import type { ListedArea, ListedDomain } from "./api";

/** What a picker needs of an area. */
export type OfferedArea = Pick<ListedArea, "name" | "isOwn"> & { readonly id: string };
/** What pickers need of a domain. */
export type OfferedDomain = Pick<ListedDomain, "key" | "name" | "description" | "sensitivity" | "roles">;

interface PickerProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A data domain. */
export function DomainPicker({ domains, ...props }: PickerProps & { domains: readonly OfferedDomain[] }) {
  const items = domains.map(({ key, name, description, sensitivity }) => ({
    value: key,
    label: name,
    detail: `${description} (${SENSITIVITY_LABELS[sensitivity].toLowerCase()})`,
  }));
  return <ListPicker {...props} items={items} emptyText="No domain by this name" placeholder="Choose a domain" />;
}

/** A business area. */
export function AreaPicker({ areas, ...props }: PickerProps & { areas: readonly OfferedArea[] }) {
  const items = areas.map(({ id, name, isOwn }) => ({ value: id, label: name, ...(isOwn && { detail: "Your own" }) }));
  return <ListPicker {...props} items={items} emptyText="No area by this name" placeholder="Choose an area" />;
}

/** A role of the chosen domain and environment, or of any where the form asks for none. */
export function RolePicker({
  field,
  domains,
  domainKey,
  environment,
  ...props
}: PickerProps & {
  field: Pick<FormField, "options">;
  domains: readonly OfferedDomain[];
  /** The chosen domain; null while none is, undefined when the form asks for none. */
  domainKey: string | null | undefined;
  environment: string | null;
}) {
  const own = (field.options ?? []).map(({ value, label, help }) => ({ value, label, ...(help && { detail: help }) }));
  const open = domainKey === undefined ? domains : domains.filter(({ key }) => key === domainKey);
  const roles = open.flatMap((domain) =>
    rolesIn(domain.roles, environment).map((role) => ({
      value: role.name,
      label: roleWords(role, domain.name),
      code: role.name,
      detail: role.description,
    })),
  );
  const isWaiting = domainKey === null;
  return (
    <ListPicker
      {...props}
      items={[...own, ...roles]}
      disabled={isWaiting}
      emptyText={own.length + roles.length === 0 ? "The domain has no role there" : "No role by this name"}
      placeholder={isWaiting ? "Choose the domain first" : "Choose a role"}
    />
  );
}

function ListPicker({
  label,
  items,
  value,
  onChange,
  ...words
}: PickerProps & { items: readonly ComboboxItem[]; emptyText: string; placeholder: string; disabled?: boolean }) {
  const current = items.find((item) => item.value === value);
  // What a draft or a link brought along and the list does not know is shown as it is; the check will say so.
  const shown = current ?? (value === "" ? null : { value, label: value });
  return (
    <Combobox
      {...words}
      aria-label={label}
      items={items}
      value={shown}
      onValueChange={(item) => onChange(item?.value ?? "")}
    />
  );
}
