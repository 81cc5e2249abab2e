import { useMemo } from "react";
import type { Viewer } from "../session";
import { type MenuGroup, menu, menuFor } from "./menu";

/** The part of the menu that is open to someone. */
export function useMenu(viewer: Viewer): MenuGroup[] {
  return useMemo(() => menuFor(menu, (capability) => viewer.capabilities.includes(capability)), [viewer.capabilities]);
}
