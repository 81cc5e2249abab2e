/** The data domains of the demo world, as plain data: who owns them, and the roles that open them in Snowflake. */

/** One data domain of the demo. */
export interface DemoDomain {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly database: string;
  readonly sensitivity: "public" | "internal" | "pii" | "restricted";
  readonly owner: string;
  readonly deputy: string;
}

/** Key, name, description, database, sensitivity, owner, deputy. */
const ROWS: readonly (readonly [string, string, string, string, DemoDomain["sensitivity"], string, string])[] = [
  [
    "orders",
    "Orders",
    "Orders, lines and payments from the web shop and the stores",
    "SALES",
    "internal",
    "yuki.tanaka@ao.com",
    "ines.carvalho@ao.com",
  ],
  [
    "returns",
    "Returns",
    "Returned goods, reasons and refunds",
    "SALES",
    "internal",
    "ines.carvalho@ao.com",
    "arjun.pillai@ao.com",
  ],
  [
    "baskets",
    "Baskets",
    "What customers put into the basket and left there",
    "SALES",
    "internal",
    "arjun.pillai@ao.com",
    "yuki.tanaka@ao.com",
  ],
  [
    "web-analytics",
    "Web analytics",
    "Visits, searches and clicks, without names",
    "WEB",
    "internal",
    "admin@ao.com",
    "lotte.jensen@ao.com",
  ],
  [
    "store-sales",
    "Store sales",
    "Till receipts and footfall of the stores",
    "RETAIL",
    "internal",
    "oliver.grant@ao.com",
    "george.lawson@ao.com",
  ],
  [
    "store-stock",
    "Store stock",
    "Shelf and back-room stock by store and day",
    "RETAIL",
    "internal",
    "george.lawson@ao.com",
    "maya.kaplan@ao.com",
  ],
  [
    "customers",
    "Customer profiles",
    "Names, addresses and consents of customers",
    "CUSTOMER",
    "pii",
    "super@ao.com",
    "isla.bennett@ao.com",
  ],
  [
    "contacts",
    "Customer contacts",
    "Calls, chats and letters with what was said",
    "CUSTOMER",
    "pii",
    "isla.bennett@ao.com",
    "zara.iqbal@ao.com",
  ],
  [
    "satisfaction",
    "Satisfaction",
    "Survey answers and scores",
    "CUSTOMER",
    "internal",
    "zara.iqbal@ao.com",
    "noah.fletcher@ao.com",
  ],
  [
    "loyalty",
    "Loyalty",
    "Members, points and vouchers of the loyalty programme",
    "CUSTOMER",
    "pii",
    "amelia.hughes@ao.com",
    "staff@ao.com",
  ],
  [
    "campaigns",
    "Campaigns",
    "Campaigns, audiences and their results",
    "MARKETING",
    "internal",
    "staff@ao.com",
    "priya.nair@ao.com",
  ],
  [
    "media-spend",
    "Media spend",
    "Cost of advertising by channel and day",
    "MARKETING",
    "internal",
    "priya.nair@ao.com",
    "staff@ao.com",
  ],
  [
    "deliveries",
    "Deliveries",
    "Routes, stops and delivery times",
    "LOGISTICS",
    "internal",
    "mateusz.nowak@ao.com",
    "elin.svensson@ao.com",
  ],
  [
    "warehousing",
    "Warehousing",
    "Goods in, goods out and bin locations",
    "LOGISTICS",
    "internal",
    "elin.svensson@ao.com",
    "karim.belhaj@ao.com",
  ],
  [
    "carriers",
    "Carriers",
    "Contracts, tariffs and claims of carriers",
    "LOGISTICS",
    "restricted",
    "mateusz.nowak@ao.com",
    "rosa.jimenez@ao.com",
  ],
  [
    "suppliers",
    "Suppliers",
    "Suppliers, terms and ratings",
    "BUYING",
    "restricted",
    "grace.whitfield@ao.com",
    "marcus.reid@ao.com",
  ],
  [
    "purchasing",
    "Purchasing",
    "Purchase orders and lead times",
    "BUYING",
    "internal",
    "marcus.reid@ao.com",
    "anya.petrova@ao.com",
  ],
  [
    "products",
    "Products",
    "Articles, attributes and categories",
    "PRODUCT",
    "public",
    "anya.petrova@ao.com",
    "sanne.visser@ao.com",
  ],
  [
    "prices",
    "Prices",
    "Price lists, promotions and their approvals",
    "PRICING",
    "internal",
    "rohan.mehta@ao.com",
    "hannah.cole@ao.com",
  ],
  [
    "competitor-prices",
    "Competitor prices",
    "Prices seen elsewhere, daily",
    "PRICING",
    "internal",
    "hannah.cole@ao.com",
    "victor.lindqvist@ao.com",
  ],
  [
    "ledger",
    "General ledger",
    "Postings and balances",
    "FINANCE",
    "restricted",
    "finops@ao.com",
    "chloe.donnelly@ao.com",
  ],
  [
    "receivables",
    "Receivables",
    "Open items, reminders and payments",
    "FINANCE",
    "pii",
    "chloe.donnelly@ao.com",
    "kwame.boateng@ao.com",
  ],
  [
    "planning",
    "Planning",
    "Budgets, forecasts and versions",
    "FINANCE",
    "internal",
    "finops@ao.com",
    "ingrid.haugen@ao.com",
  ],
  [
    "cloud-cost",
    "Cloud cost",
    "What the data platform and its warehouses cost",
    "FINANCE",
    "internal",
    "finops@ao.com",
    "daniel.osei@ao.com",
  ],
  [
    "fraud",
    "Fraud signals",
    "Cases, scores and decisions",
    "RISK",
    "restricted",
    "governance@ao.com",
    "henrik.larsen@ao.com",
  ],
  ["consents", "Consents", "Who agreed to what, and when", "RISK", "pii", "governance@ao.com", "beth.sinclair@ao.com"],
  [
    "workforce",
    "Workforce",
    "Contracts, hours and absences",
    "PEOPLE",
    "restricted",
    "leila.haddad@ao.com",
    "nadia.rahman@ao.com",
  ],
  [
    "recruiting",
    "Recruiting",
    "Openings and applications",
    "PEOPLE",
    "pii",
    "nadia.rahman@ao.com",
    "simon.achterberg@ao.com",
  ],
  [
    "business-accounts",
    "Business accounts",
    "Companies, contracts and volumes",
    "B2B",
    "internal",
    "declan.byrne@ao.com",
    "sofie.maes@ao.com",
  ],
  [
    "platform-usage",
    "Platform usage",
    "Queries, loads and jobs of the data platform",
    "PLATFORM",
    "internal",
    "super@ao.com",
    "tom.ashworth@ao.com",
  ],
];

/** Every data domain of the demo. */
export const DEMO_DOMAINS: readonly DemoDomain[] = ROWS.map(
  ([key, name, description, database, sensitivity, owner, deputy]) => ({
    key,
    name,
    description,
    database,
    sensitivity,
    owner,
    deputy,
  }),
);

/** One role of a domain. */
interface DemoRole {
  readonly name: string;
  readonly description: string;
  readonly level: "read" | "write";
  readonly environment: "production" | "test";
}

/**
 * The roles that open a domain: CUSTOMERS_READ for its tables as they are, CUSTOMERS_WRITE to change them,
 * CUSTOMERS_TEST for made-up rows.
 */
export function rolesOf({ key, name }: Pick<DemoDomain, "key" | "name">): DemoRole[] {
  const prefix = key.replaceAll("-", "_").toUpperCase();
  return [
    { name: `${prefix}_READ`, description: `Read every table of ${name}`, level: "read", environment: "production" },
    {
      name: `${prefix}_WRITE`,
      description: `Read and change the tables of ${name}`,
      level: "write",
      environment: "production",
    },
    {
      name: `${prefix}_TEST`,
      description: `Read and change made-up rows in the shape of ${name}`,
      level: "write",
      environment: "test",
    },
  ];
}

/** Roles that belong to no domain: what a new person starts with, and what sandboxes need. */
export const COMMON_ROLES = ["ANALYST", "SANDBOX_USER", "BI_READER"] as const;
