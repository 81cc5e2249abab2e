/** What other rooms put on a person's page, each loaded when it is shown. */

import { Eye } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { PersonSearch } from "../../../../features/people/directory/person-search";
import { Button } from "../../../../ui/button";
import { lazyPart } from "../../../../ui/lazy-part";

const Leaving = lazyPart(() => import("../../../../features/people/leaving/leaving").then((part) => part.Leaving));
const MoveButton = lazyPart(() =>
  import("../../../../features/people/moving/move-button").then((part) => part.MoveButton),
);
const MoveReview = lazyPart(() =>
  import("../../../../features/people/moving/move-review").then((part) => part.MoveReview),
);
const StartButton = lazyPart(() =>
  import("../../../../features/impersonation/start-button").then((part) => part.StartButton),
);
const SessionsOf = lazyPart(() =>
  import("../../../../features/impersonation/sessions-list").then((part) => part.SessionsOf),
);

const PersonSessions = lazyPart(() =>
  import("../../../../features/people/sessions/person-sessions").then((part) => part.PersonSessions),
);

const ImportButton = lazyPart(() =>
  import("../../../../features/people/importing/import-button").then((part) => part.ImportButton),
);

const coming = { size: "sm", variant: "outline", disabledReason: "Loading" } as const;

/** Brings in a file of people, for those who may. */
export function importing(may: readonly string[]): ReactNode {
  if (!may.includes("people.suspend")) return null;
  return (
    <Suspense fallback={<Button {...coming}>Import</Button>}>
      <ImportButton />
    </Suspense>
  );
}

/** Hold the places of buttons whose parts are still on their way, so that nothing moves when they come. */
const VIEW_AS = (
  <Button {...coming}>
    <Eye aria-hidden />
    View as them
  </Button>
);
const MOVE = <Button {...coming}>Move</Button>;

interface Slots {
  personId: string;
  tried: Omit<PersonSearch, "tab">;
  onTry: (tried: Omit<PersonSearch, "tab">) => void;
  /** What the viewer can do. */
  may: readonly string[];
}

interface Named {
  personId: string;
  name: string;
}

/** The parts for the page of one person. */
export function personSlots({ personId, tried, onTry, may }: Slots) {
  const where = (capability: string, part: ReactNode, until: ReactNode = null): ReactNode =>
    may.includes(capability) ? <Suspense fallback={until}>{part}</Suspense> : null;
  return {
    viewAs: (person: Named) => where("impersonation.start", <StartButton {...person} />, VIEW_AS),
    moveAction: (person: Named) => where("people.suspend", <MoveButton {...person} />, MOVE),
    moveReview: where("grants.revoke", <MoveReview personId={personId} />),
    leaving: (
      <Suspense fallback={null}>
        <Leaving {...{ personId, tried, onTry }} mayRemove={may.includes("people.remove")} />
      </Suspense>
    ),
    sessions: where("people.help", <PersonSessions personId={personId} />),
    impersonations: (
      <Suspense fallback={null}>
        <SessionsOf personId={personId} />
      </Suspense>
    ),
  };
}
