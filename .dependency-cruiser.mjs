/**
 * The layers of app/, and the layers that each may import.
 * Entry points change data through flows only. A read that is a single query they take from `store`, with `db()`;
 * tests/project/entry-points-read.test.ts checks that such a query only reads.
 */
const layers = {
  routes: ["api", "http", "ui", "contracts", "i18n", "flows", "store", "domain"],
  api: ["http", "contracts", "i18n", "flows", "store", "domain", "platform"],
  jobs: ["contracts", "i18n", "flows", "queue", "platform"],
  ui: ["contracts", "i18n", "domain"],
  http: ["contracts", "i18n", "flows", "store", "domain", "platform"],
  flows: ["store", "gateways", "queue", "domain", "platform"],
  queue: ["domain", "platform"],
  gateways: ["i18n", "domain", "platform"],
  store: ["domain", "platform"],
  contracts: ["i18n", "domain"],
  i18n: ["domain"],
  domain: [],
  platform: [],
};

const path = (names) => `^app/(${names.join("|")})/`;
const shopifyServer = "^app/shopify[.]server[.]ts$"; // Where Shopify's documentation points.
const database = "^app/platform/db[.]server[.]ts$";

/** Single files that a layer may import from outside its layers. */
const files = { routes: [database], http: [shopifyServer], gateways: [shopifyServer] };

const boundaries = Object.entries(layers).map(([layer, below]) => ({
  name: `${layer}-boundary`,
  comment: `app/${layer} may import only: ${[layer, ...below].join(", ")}${layer === "routes" ? ", and db.server.ts of platform" : ""}.`,
  severity: "error",
  from: { path: path([layer]) },
  to: { path: "^app/", pathNot: [path([layer, ...below]), ...(files[layer] ?? [])] },
}));

const standAlone = ["local-shopify", "local-paypal", "bundled-postgres", "extensions"].map((program) => ({
  name: `${program}-stands-alone`,
  comment: `${program} is a program of its own: it imports nothing from the app and the app nothing from it.`,
  severity: "error",
  from: { path: `^${program}/` },
  to: {
    path: "^(app|scripts|tests|local-shopify|local-paypal|bundled-postgres|extensions|bench)/",
    pathNot: `^${program}/`,
  },
}));

export default {
  forbidden: [
    ...boundaries,
    ...standAlone,
    {
      name: "app-stands-alone",
      comment: "Production carries app/ without its launchers, stand-ins and tests.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(tests|scripts|local-shopify|local-paypal|bundled-postgres|extensions|bench)/" },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      comment: "An import that resolves to nothing fails only when it runs.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "entry-points-are-outermost",
      comment:
        "Routes and jobs are entry points. Nothing imports them except the router, the worker, and the entry that runs jobs in-process.",
      severity: "error",
      from: { path: "^app/", pathNot: [path(["routes", "jobs"]), "^app/entry[.]server"] },
      to: { path: path(["routes", "jobs"]) },
    },
    {
      name: "routes-do-not-import-routes",
      comment: "A route never imports another route. Code that two routes share belongs in http or ui.",
      severity: "error",
      from: { path: "^app/routes/" },
      to: { path: "^app/routes/" },
    },
    {
      name: "domain-is-pure",
      comment: "The rules of the business use no library and no I/O, so their tests need neither.",
      severity: "error",
      from: { path: path(["domain"]) },
      to: {
        dependencyTypes: ["core", "npm", "npm-dev", "npm-peer", "npm-optional", "npm-no-pkg", "unknown"],
      },
    },
    {
      name: "one-language-per-page",
      comment:
        "A page gets the catalogs of its language from its loader: imported, all languages would be sent. Merchants' pages import theirs one by one.",
      severity: "error",
      from: { path: "^app/(ui/|i18n/(?!texts|en/|de/))" },
      to: {
        path: "^app/i18n/(en|de|texts[.])",
        pathNot: "^app/i18n/en/admin/(?!index[.])",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "contracts-name-texts",
      comment: "A contract names a text by its key. Screens and files write the words.",
      severity: "error",
      from: { path: "^app/contracts/" },
      to: { path: "^app/i18n/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sql-lives-in-store",
      severity: "error",
      from: { path: "^app/", pathNot: [path(["store", "platform"]), shopifyServer] },
      to: { path: "node_modules/(drizzle-orm|pg)/" },
    },
    {
      name: "flows-stay-in-their-subject",
      comment: "A step two flows share belongs in settlement, domain (a rule) or store (a query).",
      severity: "error",
      from: { path: "^app/flows/([^/]+)/" },
      to: { path: "^app/flows/", pathNot: ["^app/flows/$1/", "^app/flows/settlement/"] },
    },
    {
      name: "pure-tests",
      comment: "tests/domain never touches a database.",
      severity: "error",
      from: { path: "^tests/domain/" },
      to: { path: "^app/(?!domain/)" },
    },
    {
      name: "model-is-independent",
      comment:
        "The model of the money shares nothing with what it checks: a mistake in both would go unnoticed.",
      severity: "error",
      from: { path: "^tests/model/" },
      to: { path: "^", pathNot: "^tests/model/" },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        path: "^app/",
        pathNot: ["^app/(root|routes|entry[.])", path(["routes"]), "[.]d[.]ts$"],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|tools|extensions/[^/]+/dist)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
