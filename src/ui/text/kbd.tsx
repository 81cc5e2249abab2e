/** Keys of a shortcut, written as "Ctrl K" or "g h"; spaces separate keys. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-0.5 font-sans">
      {keys.split(" ").map((key, position) => (
        <span
          // The same key may appear twice, so its place is its identity.
          key={`${key}-${position}`}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line-strong bg-canvas px-1 text-xs text-muted"
        >
          {key}
        </span>
      ))}
    </kbd>
  );
}
