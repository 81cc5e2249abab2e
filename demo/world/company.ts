/**
 * The company of the demo world, as plain data: its areas, its people, its data. The sandbox of Snowflake
 * starts with the same roles, warehouses and users. Nobody here is anybody.
 */

import { DEMO_ACCOUNTS } from "./accounts";

const DOMAIN = "@ao.com";

/** An address of the company: "Amelia Hughes" is amelia.hughes. */
export function emailOf(firstName: string, lastName: string): string {
  return `${firstName}.${lastName}`.toLowerCase() + DOMAIN;
}

/** Business areas: name, code, cost centre, and who decides there. */
export const BUSINESS_AREAS = [
  { name: "Marketing", code: "MKT", costCentre: "CC-1010", owner: "amelia.hughes@ao.com", deputy: "staff@ao.com" },
  { name: "Retail", code: "RET", costCentre: "CC-1020", owner: "oliver.grant@ao.com", deputy: "george.lawson@ao.com" },
  {
    name: "Customer Care",
    code: "CUS",
    costCentre: "CC-1030",
    owner: "isla.bennett@ao.com",
    deputy: "zara.iqbal@ao.com",
  },
  {
    name: "Logistics",
    code: "LOG",
    costCentre: "CC-1040",
    owner: "mateusz.nowak@ao.com",
    deputy: "elin.svensson@ao.com",
  },
  { name: "Buying", code: "BUY", costCentre: "CC-1050", owner: "grace.whitfield@ao.com", deputy: "marcus.reid@ao.com" },
  { name: "Pricing", code: "PRI", costCentre: "CC-1060", owner: "rohan.mehta@ao.com", deputy: "hannah.cole@ao.com" },
  { name: "Finance", code: "FIN", costCentre: "CC-1070", owner: "finops@ao.com", deputy: "chloe.donnelly@ao.com" },
  {
    name: "Risk and Compliance",
    code: "RSK",
    costCentre: "CC-1080",
    owner: "governance@ao.com",
    deputy: "henrik.larsen@ao.com",
  },
  { name: "People", code: "PEO", costCentre: "CC-1090", owner: "leila.haddad@ao.com", deputy: "nadia.rahman@ao.com" },
  { name: "Data Platform", code: "DAT", costCentre: "CC-1100", owner: "super@ao.com", deputy: "tom.ashworth@ao.com" },
  {
    name: "E-commerce",
    code: "ECO",
    costCentre: "CC-1110",
    owner: "yuki.tanaka@ao.com",
    deputy: "ines.carvalho@ao.com",
  },
  {
    name: "Business Customers",
    code: "B2B",
    costCentre: "CC-1120",
    owner: "declan.byrne@ao.com",
    deputy: "sofie.maes@ao.com",
  },
] as const;

/** Code of a business area. */
export type AreaCode = (typeof BUSINESS_AREAS)[number]["code"];

/**
 * Colleagues without an account of their own, by business area; with the six accounts they are sixty people, newcomers
 * aside.
 */
const COLLEAGUES_BY_AREA: Readonly<Record<AreaCode, readonly (readonly [firstName: string, lastName: string])[]>> = {
  MKT: [
    ["Amelia", "Hughes"],
    ["Priya", "Nair"],
    ["Jonas", "Weber"],
    ["Freya", "Olsen"],
    ["Callum", "Fraser"],
  ],
  RET: [
    ["Oliver", "Grant"],
    ["George", "Lawson"],
    ["Maya", "Kaplan"],
    ["Dylan", "Price"],
    ["Esther", "Adeyemi"],
  ],
  CUS: [
    ["Isla", "Bennett"],
    ["Zara", "Iqbal"],
    ["Noah", "Fletcher"],
    ["Camille", "Laurent"],
  ],
  LOG: [
    ["Mateusz", "Nowak"],
    ["Elin", "Svensson"],
    ["Karim", "Belhaj"],
    ["Rosa", "Jimenez"],
    ["Piotr", "Zielinski"],
  ],
  BUY: [
    ["Grace", "Whitfield"],
    ["Marcus", "Reid"],
    ["Anya", "Petrova"],
    ["Liam", "Gallagher"],
    ["Sanne", "Visser"],
  ],
  PRI: [
    ["Rohan", "Mehta"],
    ["Hannah", "Cole"],
    ["Victor", "Lindqvist"],
    ["Aoife", "Kelly"],
  ],
  FIN: [
    ["Chloe", "Donnelly"],
    ["Kwame", "Boateng"],
    ["Ingrid", "Haugen"],
    ["Daniel", "Osei"],
  ],
  RSK: [
    ["Henrik", "Larsen"],
    ["Beth", "Sinclair"],
    ["Tomasz", "Wilk"],
  ],
  PEO: [
    ["Leila", "Haddad"],
    ["Ruth", "Calder"],
    ["Nadia", "Rahman"],
    ["Simon", "Achterberg"],
  ],
  DAT: [
    ["Tom", "Ashworth"],
    ["Luca", "Moretti"],
    ["Wei", "Zhang"],
    ["Olivia", "Marsh"],
    ["Femi", "Balogun"],
  ],
  ECO: [
    ["Yuki", "Tanaka"],
    ["Ines", "Carvalho"],
    ["Arjun", "Pillai"],
    ["Lotte", "Jensen"],
    ["Ben", "Harrow"],
  ],
  B2B: [
    ["Declan", "Byrne"],
    ["Peter", "Novotny"],
    ["Sofie", "Maes"],
    ["Hugo", "Martins"],
    ["Clara", "Engel"],
  ],
};

/** One colleague: names and the code of their area. */
export interface Colleague {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly areaCode: AreaCode;
}

/** Every colleague who is not one of the demo accounts. */
export const COLLEAGUES: readonly Colleague[] = BUSINESS_AREAS.flatMap(({ code }) =>
  COLLEAGUES_BY_AREA[code].map(([firstName, lastName]) => ({
    firstName,
    lastName,
    email: emailOf(firstName, lastName),
    areaCode: code,
  })),
);

/** Somebody who joined lately, or is about to. */
export interface Newcomer extends Colleague {
  readonly isInvited: boolean;
}

/**
 * People who begin without a user in Snowflake, so that somebody of their area asks for one: one who is here, and in
 * some areas one who is expected.
 */
const NEWCOMERS_BY_AREA: Readonly<
  Record<
    AreaCode,
    {
      readonly here: readonly [firstName: string, lastName: string];
      readonly expected?: readonly [firstName: string, lastName: string];
    }
  >
> = {
  MKT: { here: ["Edith", "Nyberg"] },
  RET: { here: ["Farid", "Amini"] },
  CUS: { here: ["Gemma", "Walsh"] },
  LOG: { here: ["Hanna", "Virtanen"] },
  BUY: { here: ["Ilias", "Papadakis"] },
  PRI: { here: ["Jade", "Robinson"] },
  FIN: { here: ["Koji", "Mori"], expected: ["Carys", "Morgan"] },
  RSK: { here: ["Lena", "Schmidt"], expected: ["Alba", "Ferrer"] },
  PEO: { here: ["Mila", "Novak"] },
  DAT: { here: ["Owen", "Clarke"], expected: ["Bruno", "Keller"] },
  ECO: { here: ["Petra", "Blom"], expected: ["Dario", "Conti"] },
  B2B: { here: ["Rafael", "Duarte"] },
};

/**
 * Everybody of the demo who begins without a user in Snowflake, and whose user is asked for in one scenario or another.
 */
export const NEWCOMERS: readonly Newcomer[] = BUSINESS_AREAS.flatMap(({ code }) => {
  const { here, expected } = NEWCOMERS_BY_AREA[code];
  return [{ names: here, isInvited: false }, ...(expected ? [{ names: expected, isInvited: true }] : [])].map(
    ({ names: [firstName, lastName], isInvited }) => ({
      firstName,
      lastName,
      email: emailOf(firstName, lastName),
      areaCode: code,
      isInvited,
    }),
  );
});

/** Governance is more than one account: approvals that need two find two. */
export const SECOND_GOVERNOR = "beth.sinclair@ao.com";

/** Whose access the manager decides about, before the area's owner would. */
export const MANAGERS: Readonly<Record<string, string>> = {
  "staff@ao.com": "admin@ao.com",
  "newstarter@ao.com": "isla.bennett@ao.com",
  "jonas.weber@ao.com": "staff@ao.com",
  "freya.olsen@ao.com": "staff@ao.com",
  "luca.moretti@ao.com": "admin@ao.com",
  "wei.zhang@ao.com": "admin@ao.com",
};

/** The user name of somebody in the demo's Snowflake: AMELIA_HUGHES. */
export function snowflakeUserOf({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string {
  return `${firstName}_${lastName}`.toUpperCase();
}

/** Users of programs that were there before the portal, with those who answer for them. */
export const SERVICE_USERS = [
  { name: "SVC_MKT_CAMPAIGN_EXPORT", owner: "staff@ao.com", deputy: "jonas.weber@ao.com" },
  { name: "SVC_FIN_CLOUD_COST", owner: "finops@ao.com", deputy: "kwame.boateng@ao.com" },
] as const;

/**
 * People of the demo who have had a user in Snowflake from the beginning: everybody but those who are only just
 * arriving.
 */
export const SNOWFLAKE_PEOPLE: readonly Pick<Colleague, "firstName" | "lastName" | "email">[] = [
  ...DEMO_ACCOUNTS.filter(({ hasChangedInitialPassword }) => hasChangedInitialPassword),
  ...COLLEAGUES.filter(({ email }) => email !== "ruth.calder@ao.com"),
];

/** Warehouses of the demo's Snowflake. */
export const WAREHOUSES = [
  { name: "ANALYST_WH", size: "Small" },
  // In the morning, when everybody opens their dashboards.
  { name: "BI_WH", size: "Medium", now: { state: "STARTED", running: 8, queued: 12 } },
  { name: "LOAD_WH", size: "Medium" },
  { name: "TRANSFORM_WH", size: "Large" },
  { name: "FINANCE_WH", size: "Small" },
  { name: "SCIENCE_WH", size: "Large" },
  { name: "DEV_WH", size: "X-Small" },
] as const;
