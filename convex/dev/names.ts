/** What people of the demo world ask for. */

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
