import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { announceUserLoaded, onThemeSaveRequested } from "./events";
import type { ResolvedTheme, ThemePreference } from "./preference";
import { createTheme } from "./store";

/** A browser as far as the theme can tell. */
function aBrowser(options: { kept?: string; isSystemDark?: boolean } = {}) {
  const kept = new Map<string, string>();
  if (options.kept !== undefined) kept.set("theme-storage", options.kept);
  const events = new EventTarget();
  const media = new EventTarget();
  const systemDark = Object.assign(media, { matches: options.isSystemDark ?? false });
  const painted: ResolvedTheme[] = [];
  const saves: ThemePreference[] = [];
  onThemeSaveRequested(events, ({ themePreference }) => saves.push(themePreference));
  const theme = createTheme(() => ({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    events,
    systemDark,
    paint: (resolved) => painted.push(resolved),
  }));
  return {
    theme,
    saves,
    painted,
    kept,
    state: () => theme.store.getState(),
    shown: () => painted.at(-1),
    turnSystem: (isDark: boolean) => {
      systemDark.matches = isDark;
      media.dispatchEvent(new Event("change"));
    },
    userLoads: (themePreference: ThemePreference | null, isBackendAvailable = true) =>
      announceUserLoaded(events, { user: { themePreference }, isBackendAvailable }),
    otherTabWrites: (value: string) => {
      kept.set("theme-storage", value);
      events.dispatchEvent(Object.assign(new Event("storage"), { key: "theme-storage" }));
    },
  };
}

const keptAs = (themePreference: string) => JSON.stringify({ state: { themePreference }, version: 0 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("without a choice", () => {
  test("the preference is system and the shown theme light until something says otherwise", () => {
    expect(aBrowser().state()).toEqual({ themePreference: "system", resolvedTheme: "light", isInitialised: false });
  });

  test("the operating system decides, live", () => {
    const page = aBrowser({ isSystemDark: true });
    page.theme.start();
    expect(page.shown()).toBe("dark");
    page.turnSystem(false);
    expect(page.shown()).toBe("light");
  });

  test("the operating system is not followed once the theme is stopped", () => {
    const page = aBrowser();
    page.theme.start()();
    page.turnSystem(true);
    expect(page.shown()).toBe("light");
  });
});

describe("a choice", () => {
  test("is shown at once and nothing but the preference is kept", () => {
    const page = aBrowser();
    page.theme.start();
    page.theme.choose("dark");
    expect(page.shown()).toBe("dark");
    expect(JSON.parse(page.kept.get("theme-storage") ?? "")).toMatchObject({ state: { themePreference: "dark" } });
    expect(Object.keys(JSON.parse(page.kept.get("theme-storage") ?? "").state)).toEqual(["themePreference"]);
  });

  test("survives a reload and outranks the operating system", () => {
    const page = aBrowser({ kept: keptAs("light"), isSystemDark: true });
    page.theme.start();
    expect(page.shown()).toBe("light");
    page.turnSystem(true);
    expect(page.shown()).toBe("light");
  });

  test("that is damaged in storage counts as none", () => {
    for (const kept of ["{", "null", keptAs("purple")]) {
      const page = aBrowser({ kept, isSystemDark: true });
      page.theme.start();
      expect(page.state().themePreference).toBe("system");
      expect(page.shown()).toBe("dark");
    }
  });

  test("made in another tab is shown here", () => {
    const page = aBrowser();
    page.theme.start();
    page.otherTabWrites(keptAs("dark"));
    expect(page.shown()).toBe("dark");
  });
});

describe("the person's record", () => {
  test("decides when the local preference is system", () => {
    const page = aBrowser();
    page.theme.start();
    page.userLoads("dark");
    expect(page.state()).toEqual({ themePreference: "dark", resolvedTheme: "dark", isInitialised: true });
    expect(page.saves).toEqual([]);
  });

  test("does not decide over a local light or dark", () => {
    const page = aBrowser({ kept: keptAs("light") });
    page.theme.start();
    page.userLoads("dark");
    expect(page.shown()).toBe("light");
  });

  test("does not decide when the backend is not available", () => {
    const page = aBrowser();
    page.theme.start();
    page.userLoads("dark", false);
    expect(page.shown()).toBe("light");
    expect(page.state().isInitialised).toBe(true);
  });

  test("that arrives late does not undo a choice made meanwhile", () => {
    const page = aBrowser();
    page.theme.start();
    page.theme.choose("system");
    page.userLoads("dark");
    expect(page.state().themePreference).toBe("system");
  });

  test("is asked to be saved only with a person and a backend", () => {
    const page = aBrowser();
    page.theme.start();
    page.theme.choose("dark");
    page.userLoads("dark", false);
    page.theme.choose("light");
    expect(page.saves).toEqual([]);
    page.userLoads("light");
    page.theme.choose("dark");
    page.theme.choose("system");
    expect(page.saves).toEqual(["dark", "system"]);
  });
});

test("the theme counts as initialised after 100 ms at the latest", () => {
  const page = aBrowser();
  page.theme.start();
  vi.advanceTimersByTime(99);
  expect(page.state().isInitialised).toBe(false);
  vi.advanceTimersByTime(1);
  expect(page.state().isInitialised).toBe(true);
});
