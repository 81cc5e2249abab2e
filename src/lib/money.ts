const formats = new Map<string, Intl.NumberFormat>();

function formatFor(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    formats.set(currency, format);
  }
  return format;
}

/** "$1,234.50"; "-" when the amount is not a number. */
export function formatMoney(amount: number | null | undefined, currency = "USD"): string {
  if (typeof amount !== "number" || Number.isNaN(amount)) return "-";
  return formatFor(currency).format(amount);
}
