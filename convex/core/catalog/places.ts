import type { Doc } from "../../_generated/dataModel";
import { accountNamesOf, type AccountNames, accountRuleOf } from "../../connectors/manifests";
import { fullName } from "../people/model";
import type { PersonPlaces } from "./rules/inputs";

/** What texts and inputs say about a person, or about the service user in whose place they ask. */
export function placesFor(person: Doc<"people"> | null, serviceUser: Doc<"serviceUsers"> | null): PersonPlaces {
  if (serviceUser) {
    const { name } = serviceUser;
    const field = accountRuleOf(serviceUser.system)?.field;
    const names: AccountNames = field === undefined ? {} : { [field]: name };
    return { name, firstName: name, lastName: "", email: person?.email ?? "", ...names };
  }
  if (person === null) return { name: "somebody", firstName: "", lastName: "", email: "" };
  const { firstName, lastName, email } = person;
  return { name: fullName(person), firstName, lastName, email, ...accountNamesOf(person) };
}
