/** Where the data domains of the demo stand to each other and to the company’s catalogue, as plain data. */

/** The domain that the company's catalogue knows too, and what is said about it there. */
export const CATALOGUED = {
  key: "purchasing",
  fullName: "Buying.Purchasing",
  leads: ["description"],
  description: "Purchase orders and lead times, from the order to the goods receipt",
  owners: [{ name: "Buying team" }],
  experts: [{ name: "Marcus Reid", email: "marcus.reid@ao.com" }],
} as const;

/** Domains that are a part of another one, by key. */
export const PARTS: Readonly<Record<string, string>> = { suppliers: CATALOGUED.key };
