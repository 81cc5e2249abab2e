/** Who printed a page: the person themselves, also while they look through the eyes of another. */
export function tellPrinter({ firstName, lastName, impersonation }: Printer): string {
  const eyes = impersonation === null ? "" : `, viewing as ${impersonation.name},`;
  return `Printed by ${firstName} ${lastName}${eyes}`;
}

/** Whoever is signed in, and through whose eyes they look. */
export interface Printer {
  readonly firstName: string;
  readonly lastName: string;
  readonly impersonation: { readonly name: string } | null;
}
