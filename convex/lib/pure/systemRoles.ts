/** Roles of Snowflake that hold the account itself: no request gives or takes them, and no form asks for one. */
const SYSTEM_ROLES = ["ACCOUNTADMIN", "GLOBALORGADMIN", "ORGADMIN", "SECURITYADMIN", "USERADMIN", "SYSADMIN", "PUBLIC"];

/** Whether a name is one of them however it is written: in quotes, in other cases, in full-width letters. */
export function isSystemRole(name: string): boolean {
  const bare = name
    .normalize("NFKC")
    .replaceAll(/[\s"'`\p{Cf}]/gu, "")
    .toUpperCase();
  return SYSTEM_ROLES.includes(bare);
}
