/** Somebody who administers the demo's Snowflake account in its own console, and never asks the portal. */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { realRuntime } from "../../../convex/connectors/contract/runtime.ts";
import type { SnowflakeSettings } from "../../../convex/connectors/snowflake/api/settings.ts";
import { statementsOver } from "../../../convex/connectors/snowflake/api/statements.ts";
import { transportTo } from "../../../convex/connectors/snowflake/api/transport.ts";
import type { Portal } from "./portal.ts";
import { sandboxOf } from "./sandbox.ts";

/** The role that owns what the demo company has in the account. */
const role = "PORTAL";

/** Runs one statement in the account of a portal's demo world, over its public API. */
export async function runInSnowflake(portal: Portal, statement: string): Promise<void> {
  const read = (file: string): string => readFileSync(path.join(portal.dataDir, "sandbox", file), "utf8").trim();
  const { organization, name } = sandboxOf(portal).now();
  const settings: SnowflakeSettings = {
    url: read("snowflake.url"),
    account: `${organization}-${name}`,
    user: "DATA_PORTAL",
    role,
    credential: { kind: "key-pair", privateKey: read("snowflake-key.pem") },
  };
  await statementsOver(transportTo(settings, realRuntime), realRuntime, settings).run({
    statement,
    role,
    requestId: randomUUID(),
  });
}
