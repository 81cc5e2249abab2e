import { BrandMark } from "../brand-mark";
import { PagePending } from "./page-pending";
import { productName } from "./title";

/** The frame before it is known who is signed in: same measures, nothing moves when it fills. */
export function FrameSkeleton() {
  return (
    <div className="frame">
      <nav aria-label="Main" className="sidebar hidden md:flex">
        <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4 font-semibold">
          <BrandMark />
          <span className="truncate narrow:sr-only">{productName}</span>
        </div>
      </nav>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="h-12 border-b border-line" />
        <main className="mx-auto w-full max-w-[1328px] flex-1 px-4 py-6 sm:px-6">
          <PagePending />
        </main>
      </div>
    </div>
  );
}
