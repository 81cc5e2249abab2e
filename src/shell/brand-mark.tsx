/** The product's sign; decoration beside its name. */
export function BrandMark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-6 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M9 9h7a7 7 0 0 1 0 14H9zM9 16h6"
        fill="none"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-accent-ink"
      />
    </svg>
  );
}
