import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { HistoryPages } from "../../../components/history-pages";
import { buttonClasses } from "../../../ui/button-classes";
import { Sheet } from "../../../ui/floating/sheet";
import { Tabs } from "../../../ui/page/tabs";
import { usePerson, usePersonHistory } from "./api";
import { PersonStatusBadge } from "./badges";
import { Access, Facts, Leads, NotYet, Owned, Section, Work } from "./person-parts";

/** What of a person is shown: what they have and do, or what happened to them. */
export type PersonTab = "details" | "history";

/** A glance at one person beside the list; what is done about them is done on their page. */
export function PersonSheet({
  personId,
  tab,
  onTab,
  onClose,
}: {
  personId: string;
  tab: PersonTab;
  onTab: (tab: PersonTab) => void;
  onClose: () => void;
}) {
  const person = usePerson(personId);
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={person ? person.name : "Person"}
      wide
      footer={
        person ? (
          <>
            <GoLink to={pathTo("person", { personId: person.id })} className={buttonClasses({ size: "sm" })}>
              Open page
            </GoLink>
            <Leads id={person.id} />
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-5 px-4 pb-6">
        {person ? (
          <Tabs
            label={`About ${person.name}`}
            items={[
              {
                value: "details",
                label: "Details",
                panel: (
                  <div className="flex flex-col gap-5">
                    <div>
                      <PersonStatusBadge status={person.status} />
                    </div>
                    <Facts person={person} />
                    <Access person={person} />
                    <Section title="Owns">
                      <Owned person={person} />
                    </Section>
                    <Work person={person} />
                  </div>
                ),
              },
              {
                value: "history",
                label: "History",
                panel: <HistoryPages key={person.id} of={person.id} usePage={usePersonHistory} />,
              },
            ]}
            value={tab}
            onValueChange={onTab}
          />
        ) : (
          <NotYet isGone={person === null} />
        )}
      </div>
    </Sheet>
  );
}
