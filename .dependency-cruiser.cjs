// Who may import whom. Every rule here has a failing fixture in tools/boundaries.test.ts.
const deny = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const ENGINE = "^packages/engine/src/";

// Each engine part may import itself, lib, and the parts named here. Nothing else.
const engineParts = {
  lib: [], values: [], protocol: ["values"], auth: ["values"],
  storage: ["values"], transactions: ["storage", "values"],
  subscriptions: ["transactions", "values"],
  functions: ["transactions", "auth", "values"],
  scheduler: ["functions", "transactions", "values"],
  session: ["functions", "subscriptions", "auth", "protocol", "values"],
  http: ["session", "functions", "auth", "protocol", "values"],
};
const engineRules = Object.entries(engineParts).map(([part, below]) =>
  deny(`engine-${part}`, `${part}/ may import only: ${["lib", ...below].join(", ")}`,
    { path: `${ENGINE}${part}/` },
    { path: ENGINE, pathNot: `${ENGINE}(${[part, "lib", ...below].join("|")})/` }));

module.exports = {
  forbidden: [
    // Codegen is circular by design: api.d.ts names every module, and every module may name `internal`.
    deny("no-cycles", "Break the cycle by moving the shared shape down a layer", {}, { circular: true, viaOnly: { pathNot: "^convex/_generated/|routeTree\\.gen" } }),
    deny("resolved", "An import the tool cannot resolve is an import it cannot check", {}, { couldNotResolve: true }),

    // UI: routes -> shell, features -> components -> ui -> lib
    deny("ui-is-generic", "ui/ knows no product nouns and no data", { path: "^src/ui/" }, { path: "^(src|convex)/", pathNot: "^src/(ui|lib)/" }),
    deny("lib-is-leaf", "lib/ imports only lib/", { path: "^src/lib/" }, { path: "^(src|convex)/", pathNot: "^src/lib/" }),
    deny("components-below-features", "components/ is shared by features, so it cannot know one", { path: "^src/components/" }, { path: "^(src|convex)/", pathNot: "^(src/(components|ui|lib)/|convex/[^/]+/(rules|table)\\.ts$)" }),
    deny("features-are-strangers", "Compose features in routes/, share through components/", { path: "^src/features/([^/]+)/" }, { path: "^src/features/", pathNot: "^src/features/$1/" }),
    deny("features-below-routes", "A feature never knows where it is mounted", { path: "^src/(features|shell)/" }, { path: "^src/(routes/|router|routeTree)" }),
    deny("shell-below-routes", "The frame does not know what it frames", { path: "^src/shell/" }, { path: "^src/features/" }),
    deny("features-see-session-only", "A feature may ask who the viewer is, nothing else of the frame", { path: "^src/features/" }, { path: "^src/shell/", pathNot: "^src/shell/session\\.ts$" }),
    deny("one-door-to-backend", "Only a feature's api.ts (and shell/session.ts) calls functions", { path: "^src/", pathNot: "^src/(features/[^/]+/api\\.ts$|shell/session\\.ts$)" }, { path: "^convex/_generated/api" }),
    deny("ui-sees-pure-backend-only", "The browser may read shapes and rules, never handlers", { path: "^src/" }, { path: "^convex/", pathNot: "^convex/(_generated/(api|dataModel)|[^/]+/(rules|table)\\.ts$)" }),

    // convex: queries|mutations|actions|internal -> model -> rules -> table; actions -> connectors
    deny("rules-are-pure", "rules.ts: no ctx, no I/O, no packages but convex/values", { path: "^convex/[^/]+/rules\\.ts$" }, { path: "^(convex|src|packages)/|node_modules/", pathNot: "^convex/[^/]+/(rules|table)\\.ts$|^convex/lib/pure/|node_modules/convex/" }),
    deny("table-is-leaf", "table.ts: shapes only", { path: "^convex/[^/]+/table\\.ts$" }, { path: "^convex/", pathNot: "^convex/([^/]+/table|lib/validators)\\.ts$" }),
    deny("model-below-functions", "Move the shared step into a model.ts", { path: "^convex/[^/]+/(model|rules|table)\\.ts$" }, { path: "^convex/[^/]+/(queries|mutations|actions|internal)\\.ts$" }),
    deny("middle-slices-are-strangers", "What spans slices belongs in workflow/; only people, audit, notifications are below all", { path: "^convex/([^/]+)/(model|rules)\\.ts$", pathNot: "^convex/workflow/" }, { path: "^convex/[^/]+/(model|rules)\\.ts$", pathNot: "^convex/($1|people|audit|notifications)/" }),
    deny("backend-lib-below-slices", "convex/lib knows the viewer (people) and no other slice", { path: "^convex/lib/" }, { path: "^convex/[^/]+/", pathNot: "^convex/(lib|people|_generated)/" }),
    deny("dev-stays-in-dev", "The demo world never ships", { path: "^(convex|src|packages)/", pathNot: "^convex/(dev|_generated)/|\\.test\\.tsx?$" }, { path: "^convex/dev/" }),
    deny("demo-world-by-reference", "The server reads the list of demo accounts; the rest it calls through the engine", { path: "^server/", pathNot: "\\.test\\.ts$" }, { path: "^convex/dev/", pathNot: "^convex/dev/accounts\\.ts$" }),
    deny("slices-meet-in-models", "Call another slice's model.ts, not its handlers", { path: "^convex/([^/]+)/", pathNot: "^convex/_generated/" }, { path: "^convex/[^/]+/(queries|mutations|actions|internal)\\.ts$", pathNot: "^convex/$1/" }),
    deny("root-files-compose", "http.ts, crons.ts, schema.ts reach handlers by reference", { path: "^convex/[^/]+\\.ts$" }, { path: "^convex/[^/]+/(queries|mutations|actions|internal)\\.ts$" }),
    deny("guarded-builders-only", "Use viewerQuery and friends from lib/functions.ts", { path: "^convex/", pathNot: "^convex/(lib/functions\\.ts$|_generated/)|\\.test\\.ts$" }, { path: "^convex/_generated/server", dependencyTypesNot: ["type-only"] }),
    deny("outside-world-in-actions", "Only actions.ts talks to other systems", { path: "^convex/", pathNot: "^convex/(connectors/|[^/]+/actions\\.ts$|http\\.ts$)|\\.test\\.ts$" }, { path: "^convex/connectors/" }),
    deny("connectors-know-no-slice", "A connector speaks its vendor's language only", { path: "^convex/connectors/" }, { path: "^(convex|src)/", pathNot: "^convex/(connectors|lib)/" }),
    deny("backend-is-portable", "convex/ must run on any Convex backend", { path: "^convex/", pathNot: "\\.test\\.ts$" }, { path: "^(src|server|packages)/" }),

    // engine
    ...engineRules,
    deny("session-state-is-pure", "session/state.ts decides; session/driver.ts acts", { path: `${ENGINE}session/state\\.ts$` }, { path: ENGINE, pathNot: `${ENGINE}(protocol|values|lib/assert)` }),
    deny("engine-knows-no-app", "The engine is handed modules; it never reaches for them", { path: "^packages/engine/" }, { path: "^(src|convex|server)/" }),
    deny("engine-one-door", "Import the package, not its insides", { pathNot: "^packages/engine/" }, { path: ENGINE, pathNot: `${ENGINE}(index|testing/index)\\.ts$` }),
    deny("testing-stays-in-tests", "Fakes and fixed clocks never ship", { pathNot: "\\.test\\.tsx?$|^packages/engine/(test|src/testing)/|^e2e/" }, { path: `${ENGINE}testing/` }),
    deny("sqlite-only-in-storage", "SQL lives in storage/", { path: "^packages/engine/src/", pathNot: `${ENGINE}storage/` }, { path: "^(node:)?sqlite$|better-sqlite3" }),
    deny("sockets-only-in-http", "Sockets live in http/", { path: "^packages/engine/src/", pathNot: `${ENGINE}http/` }, { path: "^(node:)?(http|https|net)$|node_modules/ws/" }),
    deny("pure-parts", "protocol/ and values/ run in any JS runtime", { path: `${ENGINE}(protocol|values)/` }, { dependencyTypes: ["core"] }),
  ],
  options: {
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules/.cache" },
  },
};
