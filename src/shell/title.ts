/** The product's name, as shown to people. */
export const productName = "Data Portal";

/** What the browser tab says on a page. */
export function pageTitle(page: string): string {
  return `${page} · ${productName}`;
}
