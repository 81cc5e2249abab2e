import { RoleCode } from "../../../components/kinds/access-name";
import { DescriptionList } from "../../../ui/page/description-list";
import type { RequestDetail } from "./api";

/** What was filled in, field by field, with the line breaks somebody typed. */
export function FormAnswers({ form }: Pick<RequestDetail, "form">) {
  return (
    <DescriptionList
      items={form.map(({ label, value, code }) => ({
        term: label,
        value: (
          <>
            <Typed>{value}</Typed>
            <RoleCode code={code} className="block" />
          </>
        ),
      }))}
    />
  );
}

/** Words as they were typed, in the direction they are written in. */
export function Typed({ children }: { children: string }) {
  return (
    <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
      {children}
    </span>
  );
}
