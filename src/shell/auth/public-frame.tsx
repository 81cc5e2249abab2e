import { type ReactNode, useId } from "react";
import { Card } from "../../ui/page/card";
import { BrandMark } from "../brand-mark";
import { productName } from "../frame/title";
import { ThemeSwitch } from "../theme/theme-switch";

/** The frame of pages that need no session: the product's name, one card, the theme. */
export function PublicFrame(props: { title: string; intro?: ReactNode; children?: ReactNode }) {
  const titleId = useId();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center justify-between px-4 sm:px-6">
        <p className="flex items-center gap-2.5 font-semibold">
          <BrandMark />
          {productName}
        </p>
        <ThemeSwitch />
      </header>
      <main className="flex flex-1 justify-center px-4 pt-[8dvh] pb-12">
        <Card aria-labelledby={titleId} className="h-fit w-full max-w-[26rem] px-5 py-6 sm:px-7">
          <h1 id={titleId} data-page-heading tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
            {props.title}
          </h1>
          {props.intro ? <p className="mt-1 text-muted">{props.intro}</p> : null}
          {props.children ? <div className="mt-5">{props.children}</div> : null}
        </Card>
      </main>
    </div>
  );
}
