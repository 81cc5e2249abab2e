import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { PersonScreen } from "../../../../features/people/directory/person-screen";
import { parsePersonSearch, type PersonTabName } from "../../../../features/people/directory/person-search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";
import { useViewer } from "../../../../shell/session";
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

export const Route = createFileRoute("/_portal/admin/users/$personId")({
  validateSearch: parsePersonSearch,
  head: () => pageHead("person"),
  component: Person,
});

function Person() {
  const { personId } = Route.useParams();
  const { tab = "overview", ...tried } = Route.useSearch();
  const navigate = Route.useNavigate();
  const may = useViewer()?.capabilities ?? [];
  const mayView = may.includes("impersonation.start");
  const showTab = (next: PersonTabName) =>
    void navigate({ search: parsePersonSearch({ tab: next }), replace: true, resetScroll: false });
  return (
    <CapabilityGate page="person">
      <PersonScreen
        key={personId}
        personId={personId}
        tab={tab}
        onTab={showTab}
        viewAs={(person) =>
          mayView ? (
            <Suspense fallback={null}>
              <StartButton {...person} />
            </Suspense>
          ) : null
        }
        moveAction={(person) =>
          may.includes("people.suspend") ? (
            <Suspense fallback={null}>
              <MoveButton {...person} />
            </Suspense>
          ) : null
        }
        moveReview={
          may.includes("grants.revoke") ? (
            <Suspense fallback={null}>
              <MoveReview personId={personId} />
            </Suspense>
          ) : null
        }
        leaving={
          <Suspense fallback={null}>
            <Leaving
              personId={personId}
              tried={tried}
              onTry={(next) =>
                void navigate({
                  search: parsePersonSearch({ tab: "leaving", ...next }),
                  replace: true,
                  resetScroll: false,
                })
              }
              mayRemove={may.includes("people.remove")}
            />
          </Suspense>
        }
        impersonations={
          <Suspense fallback={null}>
            <SessionsOf personId={personId} />
          </Suspense>
        }
      />
    </CapabilityGate>
  );
}
