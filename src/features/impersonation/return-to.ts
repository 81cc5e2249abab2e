/** The page an impersonation was started on in this tab: where its end leads back to. */
let kept: string | null = null;

export const returnTo = {
  keep(href: string): void {
    kept = href;
  },
  /** The page, once. */
  take(): string | null {
    const href = kept;
    kept = null;
    return href;
  },
};
