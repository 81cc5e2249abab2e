/** What a saved view may hold, and who sees it. */

import type { Capability } from "../../access/rules";
import type { Refusal } from "../../lib/pure/refusal";
import type { ViewScreen, ViewSearch } from "./table";

export const VIEW_NAME_MAX_LENGTH = 60;
/** Views one person may keep of one list. */
export const MAX_VIEWS = 50;
const MAX_PARTS = 20;
const MAX_PART_LENGTH = 500;

/** What somebody must be able to do to see a list, and with it the views others share. */
export const SCREEN_CAPABILITIES = {
  requests: "requests.readAll",
  tasks: "tasks.readAll",
  people: "people.readAll",
  audit: "audit.readAll",
  tickets: "tickets.answer",
} as const satisfies Record<ViewScreen, Capability>;

/** Why a view cannot be saved like this, or null. */
export function whyNotSave({ name, search }: { readonly name: string; readonly search: ViewSearch }): Refusal | null {
  if (name.trim() === "") return { code: "invalid-input", message: "Give the view a name." };
  if (name.trim().length > VIEW_NAME_MAX_LENGTH) return { code: "too-long", maxLength: VIEW_NAME_MAX_LENGTH };
  const parts = Object.entries(search);
  if (parts.length > MAX_PARTS) return { code: "too-many", max: MAX_PARTS };
  const isTooLong = parts.some(([key, value]) => key.length + value.length > MAX_PART_LENGTH);
  return isTooLong ? { code: "too-long", maxLength: MAX_PART_LENGTH } : null;
}
