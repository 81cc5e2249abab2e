import { Eye } from "lucide-react";
import { Suspense, useState } from "react";
import { refusalText } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { useWhyNotStart } from "./api";
import type { StartPlace } from "./start-place";

const StartDialog = lazyPart(() => import("./start-dialog").then((part) => part.StartDialog));

/** Begins to look through somebody's eyes; says why where that cannot be. */
export function StartButton(props: StartPlace & { size?: "sm" | "md" }) {
  const [isOpen, setOpen] = useState(false);
  const whyNot = useWhyNotStart(props.personId);
  return (
    <>
      <Button
        size={props.size ?? "sm"}
        variant="outline"
        disabledReason={whyNot === undefined ? "Loading" : refusalText(whyNot)}
        onClick={() => setOpen(true)}
      >
        <Eye aria-hidden />
        View as {props.request || props.ticket ? "requester" : "them"}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <StartDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
