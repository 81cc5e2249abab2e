import { useState } from "react";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { rolesIn } from "../../../../../convex/core/domains/rules";
import { Combobox } from "../../../../ui/form/combobox";
import type { ComboboxItem } from "../../../../ui/form/combobox-body";
import { type ListedArea, type ListedDomain, type OwnServiceUser, useOwnServiceUsers, usePeopleSearch } from "../api";
import type { NamedInForm } from "./lookups";

interface PickerProps {
  value: string;
  onChange: (value: string) => void;
}

/** Whom something is for: a person, or a service user that the viewer answers for. */
export function BeneficiaryPicker(props: PickerProps & { known: NamedInForm | undefined }) {
  return <PersonPicker {...props} others={useOwnServiceUsers()?.map(serviceUserItem)} />;
}

function serviceUserItem({ id, name, isOwner }: OwnServiceUser): ComboboxItem {
  return { value: id, label: name, detail: isOwner ? "Service user, yours" : "Service user, you are its deputy" };
}

/** A person, searched on the server. */
export function PersonPicker({
  value,
  onChange,
  known,
  others = [],
}: PickerProps & { known: NamedInForm | undefined; others?: readonly ComboboxItem[] | undefined }) {
  const [text, setText] = useState("");
  const found = usePeopleSearch(text);
  const [chosen, setChosen] = useState<ComboboxItem | null>(null);
  const other = others.find((item) => item.value === value);
  const current = chosen?.value === value ? chosen : (other ?? (known ? personItem(known) : null));
  const words = text.trim().toLowerCase();
  const offered = others.filter(({ label }) => label.toLowerCase().includes(words));
  return (
    <Combobox
      items={[...offered, ...(found ?? []).map(personItem)]}
      value={value === "" ? null : current}
      onValueChange={(item) => {
        setChosen(item);
        onChange(item?.value ?? "");
      }}
      onQuery={setText}
      isLoading={found === undefined}
      emptyText="Nobody by this name"
      placeholder="Name or email"
    />
  );
}

function personItem({ id, name, email, area }: NamedInForm): ComboboxItem {
  return { value: id, label: name, detail: area === null ? email : `${email}, ${area}` };
}

const SENSITIVITY: Readonly<Record<ListedDomain["sensitivity"], string>> = {
  public: "public",
  internal: "internal",
  pii: "personal data",
  restricted: "restricted",
};

/** A data domain. */
export function DomainPicker({ value, onChange, domains }: PickerProps & { domains: readonly ListedDomain[] }) {
  const items = domains.map(({ key, name, description, sensitivity }) => ({
    value: key,
    label: name,
    detail: `${description} (${SENSITIVITY[sensitivity]})`,
  }));
  return (
    <ListPicker
      items={items}
      value={value}
      onChange={onChange}
      emptyText="No domain by this name"
      placeholder="Choose a domain"
    />
  );
}

/** A business area. */
export function AreaPicker({ value, onChange, areas }: PickerProps & { areas: readonly ListedArea[] }) {
  const items = areas.map(({ id, name, isOwn }) => ({
    value: id,
    label: name,
    detail: isOwn ? "Your own" : undefined,
  }));
  return (
    <ListPicker
      items={items}
      value={value}
      onChange={onChange}
      emptyText="No area by this name"
      placeholder="Choose an area"
    />
  );
}

/** A role of the chosen domain and environment, or of any where the form asks for none. */
export function RolePicker({
  value,
  onChange,
  field,
  domains,
  domainKey,
  environment,
}: PickerProps & {
  field: FormField;
  domains: readonly ListedDomain[];
  domainKey: string | null | undefined;
  environment: string | null;
}) {
  const own = (field.options ?? []).map((option) => ({
    value: option.value,
    label: option.label,
    detail: option.help,
  }));
  const open = domainKey === undefined ? domains : domains.filter(({ key }) => key === domainKey);
  const roles = open.flatMap((domain) =>
    rolesIn(domain.roles, environment).map((role) => ({
      value: role.name,
      label: role.name,
      detail: role.description,
    })),
  );
  const isWaiting = domainKey === null;
  return (
    <ListPicker
      items={[...own, ...roles]}
      value={value}
      onChange={onChange}
      disabled={isWaiting}
      emptyText={own.length + roles.length === 0 ? "The domain has no role there" : "No role by this name"}
      placeholder={isWaiting ? "Choose the domain first" : "Choose a role"}
    />
  );
}

function ListPicker({
  items,
  value,
  onChange,
  ...words
}: PickerProps & { items: readonly ComboboxItem[]; emptyText: string; placeholder: string; disabled?: boolean }) {
  const current = items.find((item) => item.value === value);
  // What a draft or a link brought along and the list does not know is shown as it is; the check will say so.
  const shown = current ?? (value === "" ? null : { value, label: value });
  return <Combobox {...words} items={items} value={shown} onValueChange={(item) => onChange(item?.value ?? "")} />;
}
