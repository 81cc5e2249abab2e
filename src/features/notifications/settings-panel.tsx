import { Lock } from "lucide-react";
import { explain } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { Select } from "../../ui/form/select";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Badge } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { toast } from "../../ui/toast/toast";
import { type Muted, type NotificationSettings, useMayChange, useNoticeActions, useSettings } from "./api";
import { EMAIL_CHOICES } from "./email-choices";
import { READ_ONLY_REASON } from "./read-only";

type Category = NotificationSettings["categories"][number];

/** What is mailed to the viewer, and what they do not want to hear of. */
export function SettingsPanel() {
  const settings = useSettings();
  const mayChange = useMayChange();
  if (settings === undefined) return <LoadingSettings />;
  return (
    <div className="flex max-w-[880px] flex-col gap-4">
      <Card aria-labelledby="email-choices">
        <CardHeader
          id="email-choices"
          title="Email"
          description="Everything appears in the inbox. Choose what is mailed to you as well; what you have seen by then is not."
        />
        <ul className="border-t border-line">
          {settings.categories.map((category) => (
            <CategoryItem key={category.name} category={category} mayChange={mayChange} />
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="mutes">
        <CardHeader
          id="mutes"
          title="Muted"
          description="You are not notified of these. Notices about your access and security always arrive."
        />
        {settings.mutes.length === 0 ? (
          <CardBody className="text-muted">
            Nothing is muted. “Why did I get this?” beside a notification mutes its kind or its subject.
          </CardBody>
        ) : (
          <ul className="border-t border-line">
            {settings.mutes.map((mute) => (
              <MuteItem key={JSON.stringify(mute.what)} mute={mute} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function CategoryItem({ category, mayChange }: { category: Category; mayChange: boolean }) {
  const { saveSettings } = useNoticeActions();
  const { name, label, does, email, isCritical } = category;
  async function save(mode: Category["email"]): Promise<void> {
    try {
      await saveSettings({ email: { [name]: mode } });
      toast.success(`Saved: ${label}`);
    } catch (error) {
      toast.error("Your choice was not saved", { description: explain(error) });
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium text-ink">{label}</p>
        <p className="text-sm text-muted">{does}</p>
      </div>
      {isCritical ? (
        <Badge variant="neutral" icon={<Lock aria-hidden />}>
          Always, at once
        </Badge>
      ) : (
        <Select
          aria-label={`Email about: ${label}`}
          options={EMAIL_CHOICES}
          value={email}
          disabled={!mayChange}
          className="w-36"
          onValueChange={(mode) => void save(mode)}
        />
      )}
    </li>
  );
}

function MuteItem({
  mute,
  mayChange,
}: {
  mute: { what: Muted; label: string; createdAt: number };
  mayChange: boolean;
}) {
  const { unmute } = useNoticeActions();
  async function hearAgain(): Promise<void> {
    try {
      await unmute({ what: mute.what });
      toast.success(`You will be notified of “${mute.label}” again`);
    } catch (error) {
      toast.error("It stays muted", { description: explain(error) });
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0">
        <p className="break-words text-ink">{mute.label}</p>
        <p className="text-sm text-muted">
          {"kind" in mute.what ? "Every notice of this kind" : "This subject"}, since{" "}
          <RelativeTime at={mute.createdAt} />
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Unmute ${mute.label}`}
        disabledReason={mayChange ? null : READ_ONLY_REASON}
        onClick={() => void hearAgain()}
      >
        Unmute
      </Button>
    </li>
  );
}

function LoadingSettings() {
  return (
    <Card className="max-w-[880px]">
      <SkeletonGroup label="Loading your choices" className="flex flex-col gap-5 px-4 py-5">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex items-center justify-between gap-6">
            <Skeleton className="w-56" />
            <Skeleton className="h-8 w-36" />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
