/** The connector over the account that the settings name. */

import { type Connector } from "../contract/contract";
import type { SettingValues } from "../contract/manifest";
import { snowflakeConnector } from "./connector";
import type { settings } from "./manifest";

/** See the file's head. */
export function connectSnowflake(values: SettingValues<typeof settings>): Connector {
  return snowflakeConnector({
    url: values.SNOWFLAKE_URL,
    account: values.SNOWFLAKE_ACCOUNT,
    user: values.SNOWFLAKE_USER,
    role: values.SNOWFLAKE_ROLE,
    monitorRole: values.SNOWFLAKE_MONITOR_ROLE,
    warehouse: values.SNOWFLAKE_WAREHOUSE,
    credential:
      values.SNOWFLAKE_PRIVATE_KEY === undefined
        ? { kind: "token", token: values.SNOWFLAKE_TOKEN ?? "" }
        : { kind: "key-pair", privateKey: values.SNOWFLAKE_PRIVATE_KEY },
  });
}
