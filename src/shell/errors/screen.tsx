import { createContext, type ReactNode, useContext } from "react";

/** True below the frame's main landmark, so that a screen shown there does not make a second one. */
export const InsideMain = createContext(false);

/** A whole page that says one thing: heading, text, what to do. */
export function MessageScreen(props: { title: string; children: ReactNode; role?: "alert" }) {
  const Landmark = useContext(InsideMain) ? "div" : "main";
  return (
    <Landmark className="flex min-h-[70dvh] items-center justify-center px-4 py-12">
      <div role={props.role} className="flex w-full max-w-lg flex-col gap-4">
        <h1 data-page-heading tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
          {props.title}
        </h1>
        {props.children}
      </div>
    </Landmark>
  );
}
