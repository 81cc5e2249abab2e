// What each folder of server/ and each layer of src/ may use: a list each, and what is not listed is refused.

/**
 * @param {string} name
 * @param {string} comment why
 * @param {object} from
 * @param {object} to
 */
const deny = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const TESTS = "\\.(test|testing)\\.tsx?$";

// From the ground up; each stands above what it lists. The files beside these folders compose them.
const serverFolders = {
  lib: [],
  settings: ["lib"],
  backend: ["settings", "lib"],
  "mail/inbound": [],
  mail: ["backend", "lib"],
  auth: ["mail", "lib"],
  data: ["backend", "settings", "lib"],
  http: ["auth", "mail", "mail/inbound", "backend", "lib"],
  // Above all others: it plugs in by the port.
  demo: ["auth", "backend", "settings", "lib"],
};
const serverNames = Object.keys(serverFolders);
/** The files of a folder: with those below it, unless they have a list of their own. */
const filesOf = (/** @type {string} */ folder) =>
  serverNames.some((name) => name.startsWith(`${folder}/`)) ? `^server/${folder}/[^/]+$` : `^server/${folder}/`;
const serverRules = Object.entries(serverFolders).map(([folder, below]) =>
  deny(
    `server-${folder}`,
    `Of the server it may use only: ${below.join(", ") || "nothing"}`,
    { path: filesOf(folder), pathNot: TESTS },
    {
      path: "^server/",
      pathNot: [folder, ...below].map(filesOf).concat(folder === "demo" ? "^server/demo-port\\.ts$" : []),
    },
  ),
);

// The layers of the screens, from the ground up. What a layer reads of the backend has rules of its own.
const srcLayers = {
  lib: [],
  ui: ["lib"],
  components: ["ui", "lib"],
  shell: ["components", "ui", "lib"],
  features: ["components", "ui", "lib"],
  routes: ["features", "shell", "components", "ui", "lib", "styles"],
};
/** Refuses what a layer of src/ does not list. */
const layer = (
  /** @type {keyof typeof srcLayers} */ name,
  /** @type {string} */ comment,
  /** @type {string[]} */ ...besides
) =>
  deny(
    `src-${name}`,
    comment,
    { path: `^src/${name}/` },
    { path: "^src/", pathNot: [`^src/(${[name, ...srcLayers[name]].join("|")})/`, ...besides] },
  );

module.exports = [
  ...serverRules,
  deny(
    "server-root",
    "The files beside the folders use those that have a list",
    { path: "^server/[^/]+$", pathNot: TESTS },
    { path: "^server/[^/]+/", pathNot: serverNames.map((name) => `^server/${name}/`) },
  ),
  layer("lib", "lib/ imports only lib/"),
  layer("ui", "ui/ knows no product nouns and no data"),
  layer("components", "components/ is shared by features, so it cannot know one"),
  layer("shell", "The frame does not know what it frames"),
  layer(
    "features",
    "A feature may ask of the frame who the viewer is, and never knows where it is mounted",
    "^src/shell/session\\.ts$",
  ),
  layer("routes", "A route composes features in the frame; the router is made of routes"),
  deny(
    "src-root",
    "The router is made of the tree of routes and of what the frame shows in their place",
    { path: "^src/[^/]+$", pathNot: "routeTree\\.gen\\.ts$" },
    { path: "^src/", pathNot: "^src/([^/]+$|(shell|lib)/)" },
  ),
  deny(
    "folders-are-listed",
    "A folder inside server/ or src/ needs a list of what it may use",
    {
      path: "^(server|src)/[^/]+/",
      pathNot: `^(server/(${serverNames.join("|")})|src/(${Object.keys(srcLayers).join("|")}|styles))/`,
    },
    { path: "." },
  ),
];
