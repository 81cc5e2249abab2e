import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Viewer } from "../session";
import { type MenuGroup, menu, menuFor } from "./menu";

/** Whether the app has a page at a path without parameters. */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter();
  return (path) => path in router.routesByPath;
}

/** The part of the menu that is open to someone. */
export function useMenu(viewer: Viewer): MenuGroup[] {
  const router = useRouter();
  return useMemo(
    () =>
      menuFor(
        menu,
        (capability) => viewer.capabilities.includes(capability),
        (path) => path in router.routesByPath,
      ),
    [viewer.capabilities, router],
  );
}
