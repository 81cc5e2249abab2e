// Who may import whom in the engine, and who may import what of it. The check reads them with those of the portal.

/**
 * @param {string} name
 * @param {string} comment why
 * @param {object} from
 * @param {object} to
 */
const deny = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const ENGINE = "^packages/engine/src/";

// Each engine part may import itself, lib, and the parts named here. Nothing else.
const engineParts = {
  lib: [],
  values: [],
  protocol: ["values"],
  auth: ["values"],
  storage: ["values"],
  transactions: ["storage", "values"],
  transfer: ["transactions", "storage", "values"],
  subscriptions: ["transactions", "values"],
  functions: ["transactions", "auth", "values"],
  scheduler: ["functions", "transactions", "values"],
  session: ["functions", "subscriptions", "auth", "protocol", "values"],
  http: ["session", "functions", "auth", "protocol", "values"],
};
const partRules = Object.entries(engineParts).map(([part, below]) =>
  deny(
    `engine-${part}`,
    `${part}/ may import only: ${["lib", ...below].join(", ")}`,
    { path: `${ENGINE}${part}/` },
    { path: ENGINE, pathNot: `${ENGINE}(${[part, "lib", ...below].join("|")})/` },
  ),
);

module.exports = [
  ...partRules,
  deny(
    "session-state-is-pure",
    "session/state.ts decides, with its shapes in session.ts and reasons in close.ts; session/driver.ts acts",
    { path: `${ENGINE}session/(state|session|close)\\.ts$` },
    { path: ENGINE, pathNot: `${ENGINE}(protocol|values|lib/assert|session/(state|session|close)\\.ts$)` },
  ),
  deny(
    "engine-is-a-package",
    "It could be lifted out, with its tests and its bench",
    { path: "^packages/engine/" },
    { path: "^(?!packages/engine/|node_modules/)", couldNotResolve: false, dependencyTypesNot: ["core"] },
  ),
  deny(
    "engine-one-door",
    "Import the package, not its insides",
    { pathNot: "^packages/engine/" },
    {
      path: "^packages/engine/",
      pathNot:
        "^packages/engine/((src/(testing/)?index|bundler/index|serve/(alone|function-spec))\\.ts|bundler/program\\.mjs)$",
    },
  ),
  deny(
    "testing-stays-in-tests",
    "Fakes and fixed clocks never ship",
    { pathNot: "\\.(test|testing)\\.tsx?$|^packages/engine/(test|src/testing)/|^e2e/" },
    { path: `${ENGINE}testing/` },
  ),
  deny(
    "sqlite-only-in-storage",
    "SQL lives in storage/",
    { path: "^packages/engine/src/", pathNot: `${ENGINE}storage/` },
    { path: "^(node:)?sqlite$|better-sqlite3" },
  ),
  deny(
    "sockets-only-in-http",
    "Sockets live in http/; others may name a request's type",
    { path: "^packages/engine/src/", pathNot: `${ENGINE}(http|testing)/` },
    { path: "^(node:)?(http|https|net)$|node_modules/ws/", dependencyTypesNot: ["type-only"] },
  ),
  deny(
    "pure-parts",
    "protocol/ and values/ run in any JS runtime",
    { path: `${ENGINE}(protocol|values)/` },
    { dependencyTypes: ["core"] },
  ),
];
