import { ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import { Badge } from "../../ui/text/badge";
import type { Risk } from "./list/search";

const looks = {
  low: { variant: "neutral", Icon: ShieldCheck, label: "Low risk" },
  medium: { variant: "warning", Icon: ShieldQuestion, label: "Medium risk" },
  high: { variant: "destructive", Icon: ShieldAlert, label: "High risk" },
} as const;

/** How much harm a request could do. */
export function RiskBadge({ risk }: { risk: Risk }) {
  const { variant, Icon, label } = looks[risk];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {label}
    </Badge>
  );
}
