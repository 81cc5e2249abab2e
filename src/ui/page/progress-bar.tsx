/** How far something is, as a line; `label` says what of. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      aria-label={label}
      max={max}
      value={value}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line-strong [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-strong [&::-webkit-progress-value]:bg-accent"
    />
  );
}
