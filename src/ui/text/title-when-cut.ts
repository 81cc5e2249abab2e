/** On the pointer's way in: text that does not fit is said whole by the browser, and what fits is not said twice. */
export function titleWhenCut({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight, textContent } = currentTarget;
  currentTarget.title = scrollWidth > clientWidth || scrollHeight > clientHeight ? textContent : "";
}
