import type { ReactNode } from "react";
import { Card, CardHeader, CardBody } from "../../../ui/page/card";

/** One part of what a decision rests on, under its title. */
export function Section({
  id,
  title,
  description,
  children,
}: {
  id: string;
  title: string;
  description?: string;
  children: ReactNode;
}) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} description={description} />
      <CardBody>{children}</CardBody>
    </Card>
  );
}
