/**
 * Where a page belongs. An approval is opened under an address of its own, from mails too; its place in the menu and
 * on the way there is below My Approvals.
 */
export function placeOf(pathname: string): string {
  return pathname.replace(/^\/approvals?(?=\/)/, "/admin/approvals");
}
