import { useEffect } from "react";

// "(3) Request abc · Data Portal": the count and the product's name are not this page's to say.
const PAGE_PART = /^(\(\d+\+?\) )?.* · /;

/** What the browser's tab says of a page whose name comes with its data; undefined leaves it to the route. */
export function useTabTitle(page: string | undefined): void {
  useEffect(() => {
    if (page === undefined) return;
    document.title = document.title.replace(
      PAGE_PART,
      (_whole, count: string | undefined) => `${count ?? ""}${page} · `,
    );
  }, [page]);
}
