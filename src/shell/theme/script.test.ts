import { expect, test } from "vitest";
import { themeScript } from "./script";

/** Runs the inline script against a stand-in document and tells what it did. */
function runScript(options: { kept?: string | null; isSystemDark: boolean; storageThrows?: boolean }) {
  let isDark: boolean | undefined;
  let icon: { href?: string; rel?: string } = {};
  const run = new Function("localStorage", "matchMedia", "document", themeScript);
  run(
    {
      getItem: () => {
        if (options.storageThrows) throw new Error("denied");
        return options.kept ?? null;
      },
    },
    () => ({ matches: options.isSystemDark }),
    {
      documentElement: { classList: { toggle: (_name: string, on: boolean) => (isDark = on) } },
      createElement: () => ({}),
      head: { appendChild: (link: typeof icon) => (icon = link) },
    },
  );
  return { isDark, icon: icon.href };
}

const keptAs = (themePreference: string) => JSON.stringify({ state: { themePreference }, version: 0 });

test.each([
  { kept: keptAs("dark"), isSystemDark: false, isDark: true },
  { kept: keptAs("light"), isSystemDark: true, isDark: false },
  { kept: keptAs("system"), isSystemDark: true, isDark: true },
  { kept: keptAs("system"), isSystemDark: false, isDark: false },
  { kept: null, isSystemDark: true, isDark: true },
  { kept: "{", isSystemDark: true, isDark: true },
  { kept: keptAs("purple"), isSystemDark: false, isDark: false },
])("before first paint, $kept on a system that is dark: $isSystemDark", ({ kept, isSystemDark, isDark }) => {
  expect(runScript({ kept, isSystemDark })).toEqual({ isDark, icon: isDark ? "/icon-dark.svg" : "/icon-light.svg" });
});

test("a browser that denies storage still gets the system's theme", () => {
  expect(runScript({ storageThrows: true, isSystemDark: true }).isDark).toBe(true);
});
