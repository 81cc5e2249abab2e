/** Whether an outside system may be worked on. */
import type { ConnectorName, ConnectorState } from "./table";

/** How a system is called in sentences. */
export const CONNECTOR_LABELS = {
  snowflake: "Snowflake",
  dbt: "dbt Cloud",
  collate: "Collate",
  sigma: "Sigma",
  airflow: "Airflow",
  thoughtspot: "ThoughtSpot",
} as const satisfies Record<ConnectorName, string>;

/** The switch of one connector. */
export interface ConnectorSwitch {
  readonly state: ConnectorState;
  readonly until?: number;
}

/** Whether tasks may use the connector at this time. Maintenance ends by itself at `until`. */
export function isConnectorOn({ state, until }: ConnectorSwitch, now: number): boolean {
  return state === "on" || (state === "maintenance" && until !== undefined && until <= now);
}
