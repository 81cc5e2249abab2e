/** The cast and the stage of the demo world. */

/** Business areas: name, code, cost centre. */
export const BUSINESS_AREAS = [
  { name: "Marketing", code: "MKT", costCentre: "CC-1010" },
  { name: "Retail", code: "RET", costCentre: "CC-1020" },
  { name: "Customer Care", code: "CUS", costCentre: "CC-1030" },
  { name: "Logistics", code: "LOG", costCentre: "CC-1040" },
  { name: "Buying", code: "BUY", costCentre: "CC-1050" },
  { name: "Pricing", code: "PRI", costCentre: "CC-1060" },
  { name: "Finance", code: "FIN", costCentre: "CC-1070" },
  { name: "Risk and Compliance", code: "RSK", costCentre: "CC-1080" },
  { name: "People", code: "PEO", costCentre: "CC-1090" },
  { name: "Data Platform", code: "DAT", costCentre: "CC-1100" },
  { name: "E-commerce", code: "ECO", costCentre: "CC-1110" },
  { name: "Business Customers", code: "B2B", costCentre: "CC-1120" },
] as const;

/** Colleagues without an account of their own: first and last name, business area. */
export const COLLEAGUES = [
  ["Amelia", "Hughes", "MKT"], ["Oliver", "Grant", "RET"], ["Isla", "Bennett", "CUS"], ["Mateusz", "Nowak", "LOG"],
  ["Grace", "Whitfield", "BUY"], ["Rohan", "Mehta", "PRI"], ["Chloe", "Donnelly", "FIN"], ["Henrik", "Larsen", "RSK"],
  ["Leila", "Haddad", "PEO"], ["Tom", "Ashworth", "DAT"], ["Yuki", "Tanaka", "ECO"], ["Declan", "Byrne", "B2B"],
  ["Priya", "Nair", "MKT"], ["George", "Lawson", "RET"], ["Zara", "Iqbal", "CUS"], ["Elin", "Svensson", "LOG"],
  ["Marcus", "Reid", "BUY"], ["Hannah", "Cole", "PRI"], ["Kwame", "Boateng", "FIN"], ["Beth", "Sinclair", "RSK"],
  ["Luca", "Moretti", "DAT"], ["Ines", "Carvalho", "ECO"], ["Peter", "Novotny", "B2B"], ["Ruth", "Calder", "PEO"],
] as const;

/** What colleagues ask for: title, request type, risk. `{area}` stands for the business area's name. */
export const SUBJECTS = [
  { title: "Read access to the {area} order history", typeId: "snowflake-access", risk: "medium" },
  { title: "{area} dashboard seats in Sigma", typeId: "bi-access", risk: "low" },
  { title: "Nightly feed of {area} returns", typeId: "data-source", risk: "high" },
  { title: "Sandbox schema for the {area} forecast", typeId: "sandbox", risk: "low" },
  { title: "Larger warehouse for {area} month end", typeId: "warehouse", risk: "medium" },
  { title: "dbt project access for {area}", typeId: "dbt-access", risk: "low" },
  { title: "Service user for the {area} loyalty export", typeId: "service-user", risk: "high" },
  { title: "ThoughtSpot group for {area} planners", typeId: "bi-access", risk: "low" },
  { title: "New Snowflake user in {area}", typeId: "snowflake-user", risk: "low" },
  { title: "{area} delivery times in the catalogue", typeId: "data-source", risk: "medium" },
  { title: "Airflow rerun of the {area} stock load", typeId: "airflow-change", risk: "medium" },
] as const;
