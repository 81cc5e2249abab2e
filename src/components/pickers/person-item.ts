import type { ComboboxItem } from "../../ui/form/combobox-body";

/** Whom a picker shows: a person, or what is offered beside people. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly area?: string | null;
  /** Said of what is offered beside people, in place of an address. */
  readonly note?: string;
}

/** Who it is, and what tells them from others of the same name. */
export function personItem({ id, name, email, area, note }: Named): ComboboxItem {
  const detail = note ?? [email, area].filter(Boolean).join(" · ");
  return { value: id, label: name, ...(detail !== "" && { detail }) };
}
