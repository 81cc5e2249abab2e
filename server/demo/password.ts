/** The password of the demo accounts: made up once, and remembered in the data folder for its owner alone. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatePassword } from "../auth/provisioning.ts";
import { readRemembered } from "./remembered.ts";

const DEMO_PASSWORD_FILE = "demo-password";

/** The password of the demo accounts, and whether it differs from the one of the start before. */
export interface DemoPassword {
  readonly password: string;
  readonly isNew: boolean;
}

/** The given password, else the remembered one, else a new one; remembered from now on. */
export function resolveDemoPassword(dataDir: string, given: string | null): DemoPassword {
  const path = join(dataDir, DEMO_PASSWORD_FILE);
  const remembered = readRemembered(path);
  const password = given ?? remembered ?? generatePassword();
  if (password !== remembered) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${password}\n`, { mode: 0o600 });
    // The mode above counts only when the file is new.
    chmodSync(path, 0o600);
  }
  return { password, isNew: password !== remembered };
}
