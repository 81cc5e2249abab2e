import { LoaderCircle } from "lucide-react";
import { toast } from "../toast/toast";

/** Says that something is on its way to open; nothing for the first 300 ms, and never in the way of the page. */
export function Opening() {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center">
      <p
        role="status"
        className="skeleton-appear flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-sm text-ink-soft shadow-float"
      >
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
        Opening…
      </p>
    </div>
  );
}

/** Says that something will not open, because its code could not be fetched. */
export function tellNotOpened(): void {
  toast.error("This could not be opened", {
    description: "Check your connection and try again. If it stays so, reload the page.",
  });
}
