/** Refusals as Snowflake words them: code, SQL state, message, and the HTTP status they travel with. */

/** One refusal. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly sqlState: string;

  constructor(code: string, sqlState: string, message: string, status = 422) {
    super(message);
    this.name = "Problem";
    this.code = code;
    this.sqlState = sqlState;
    this.status = status;
  }
}

export const problems = {
  syntax: (line: number, position: number, near: string) =>
    new Problem(
      "001003",
      "42000",
      `SQL compilation error:\nsyntax error line ${line} at position ${position} unexpected '${near}'.`,
    ),
  severalStatements: (count: number) =>
    new Problem("000008", "0A000", `Actual statement count ${count} did not match the desired statement count 1.`),
  unsupported: (what: string) => new Problem("391911", "0A000", `Statement type ${what} is not supported by this API.`),
  missing: (kind: string, name: string) =>
    new Problem("002003", "02000", `SQL compilation error:\n${kind} '${name}' does not exist or not authorized.`),
  exists: (name: string) => new Problem("002002", "42710", `SQL compilation error:\nObject '${name}' already exists.`),
  noPrivilege: (on: string) =>
    new Problem("003001", "42501", `SQL access control error:\nInsufficient privileges to operate on ${on}.`),
  invalidValue: (what: string) => new Problem("001008", "22023", `SQL compilation error:\ninvalid value ${what}.`),
  invalidIdentifier: (name: string) =>
    new Problem("000904", "42000", `SQL compilation error:\ninvalid identifier '${name}'.`),
  unsupportedProperty: (property: string, type: string) =>
    new Problem("001423", "22023", `Property '${property}' is not supported for a user of type ${type}.`),
  noWarehouse: () =>
    new Problem(
      "000606",
      "57P03",
      "No active warehouse selected in the current session. Select an active warehouse with the 'use warehouse' command.",
    ),
  badBind: () => new Problem("100037", "22018", "Invalid bind value."),
  malformed: (what: string) => new Problem("390142", "08000", `The request body is malformed: ${what}.`, 400),
  roleNotGranted: (role: string) =>
    new Problem("390189", "08001", `Role '${role}' specified in the connect string is not granted to this user.`),
  unknownHandle: () => new Problem("000709", "02000", "Statement handle not found.", 422),
} as const;
