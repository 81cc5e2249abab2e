/** Finds the Chromium that the browser journeys run in, and installs one where that is simple. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./process.mjs";

/**
 * Where a Chromium is looked for, best first. The shell is the same browser without the window around its pages, which
 * costs a journey a fifth of its time and shows it nothing.
 */
const wellKnownShells = ["/usr/bin/chromium-headless-shell"];
const wellKnown = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const insideShellDownload = [
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-linux/headless_shell",
  "chrome-headless-shell-mac-arm64/chrome-headless-shell",
  "chrome-headless-shell-mac-x64/chrome-headless-shell",
  "chrome-headless-shell-win64/chrome-headless-shell.exe",
];
const insideChromiumDownload = [
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-win64/chrome.exe",
  "chrome-win/chrome.exe",
];

/**
 * Parts of Chromium that a journey never sees and every new window pays for: a toolbar and address bar drawn as web
 * pages of their own, and a process kept ready for the next site. The last flag of a name wins in Chromium, so what
 * playwright-core 1.65.1 turns off itself stands here again.
 */
const unseenFeatures = [
  ...[
    "InitialWebUI",
    "WebUIReloadButton",
    "WebUIBackForwardButton",
    "WebUIHomeButton",
    "WebUIToolbar",
    "WebUILocationBar",
    "WebUISplitTabsButton",
  ],
  ...[
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
  ],
  ...[
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
  ],
  ...[
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
  ],
  ...[
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
  ],
];

/**
 * Flags that make Chromium run unattended, as root too, keep to itself, and draw without pretending to have a graphics
 * card.
 */
export const chromiumFlags = [
  ...[
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
    "--disable-software-rasterizer",
  ],
  ...[
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
  `--disable-features=${unseenFeatures.join(",")}`,
];

/**
 * Further flags for pages that live for seconds: code that V8's optimising compilers (Maglev and TurboFan) make for them
 * is hardly run before they close. Without, pages of a file of journeys took 34.4 s of processor instead of 45.0. Nothing
 * whose speed is measured is started so.
 */
export const shortLivedFlags = ["--js-flags=--no-opt --no-maglev"];

/** The executable of a Chromium on this machine, or null. CHROMIUM_PATH decides when it is set. */
export function findChromium(): string | null {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") return existsSync(chosen) ? chosen : null;
  const places = [
    ...wellKnownShells,
    ...playwrightDownloads(/^chromium_headless_shell-\d+$/, insideShellDownload),
    ...wellKnown,
    ...playwrightDownloads(/^chromium-\d+$/, insideChromiumDownload),
  ];
  return places.find((place) => existsSync(place)) ?? null;
}

function playwrightDownloads(folders: RegExp, insides: readonly string[]): string[] {
  const caches = [
    process.env["PLAYWRIGHT_BROWSERS_PATH"],
    path.join(os.homedir(), ".cache/ms-playwright"),
    path.join(os.homedir(), "Library/Caches/ms-playwright"),
    path.join(os.homedir(), "AppData/Local/ms-playwright"),
  ];
  return caches
    .filter((cache) => cache !== undefined && existsSync(cache))
    .flatMap((cache = "") =>
      readdirSync(cache)
        .filter((name) => folders.test(name))
        .sort()
        .reverse()
        .map((name) => path.join(cache, name)),
    )
    .flatMap((folder) => insides.map((inside) => path.join(folder, inside)));
}

/**
 * A Chromium, installed with apt-get when there is none and this is Debian as root; throws with what to do otherwise.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found !== null) return found;
  if (process.env["CHROMIUM_PATH"])
    throw new Error(`CHROMIUM_PATH is set, but there is no file ${process.env["CHROMIUM_PATH"]}.`);
  if (!isDebianAsRoot()) {
    throw new Error(
      "The browser journeys need Chromium. Install Chromium or Google Chrome, or run: npx playwright-core install chromium, or set CHROMIUM_PATH to its executable.",
    );
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const update = await run("apt-get", ["update", "-qq"], { env });
  const installing = (browser: string) =>
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", browser, "fonts-liberation"], { env });
  const shell = await installing("chromium-headless-shell");
  const install = shell.code === 0 ? shell : await installing("chromium");
  const installed = findChromium();
  if (installed === null)
    throw new Error(
      `apt-get could not install Chromium. Install it manually or set CHROMIUM_PATH.\n${update.output}${install.output}`,
    );
  return installed;
}

function isDebianAsRoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}
