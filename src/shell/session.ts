import { ConvexProvider, ConvexReactClient } from "convex/react";
import { createElement, type ReactNode } from "react";
import type { ThemePreference } from "./theme/preference";

/** The signed-in person as screens see them. */
export interface Viewer {
  _id: string;
  email: string;
  firstName: string;
  lastName: string;
  capabilities: readonly string[];
  themePreference?: ThemePreference | null;
  hasChangedInitialPassword: boolean;
}

const viewer: Viewer = {
  _id: "local",
  email: "super@ao.com",
  firstName: "Sofia",
  lastName: "Super",
  capabilities: ["monitor.read", "environment.read"],
  themePreference: "system",
  hasChangedInitialPassword: true,
};

/** Who is signed in: undefined while loading, null when nobody is. */
export function useViewer(): Viewer | null | undefined {
  return viewer;
}

/** Saves the theme with the person's record. */
export function useSaveTheme(): (themePreference: ThemePreference) => Promise<unknown> {
  return () => Promise.resolve();
}

/** Who the server says is signed in. */
export function loadAuth(): Promise<{ userId: string | null; token: string | null }> {
  return Promise.resolve({ userId: viewer._id, token: null });
}

let client: ConvexReactClient | undefined;

/** The live connection for everything below. */
export function SessionProvider({ children }: { children: ReactNode }) {
  client ??= new ConvexReactClient("http://127.0.0.1:9");
  return createElement(ConvexProvider, { client, children });
}
