import type { ReactNode } from "react";
import { useSWRConfig } from "swr";
import type { ThemePreference } from "../../../../convex/core/people/table";
import { useViewer, whyNotExport } from "../../../shell/session";
import { PageHeader } from "../../../ui/page/page-header";
import { EmailForm } from "./email-form";
import { NamesForm } from "./names-form";
import { OwnActivity } from "./own-activity";
import { OwnCorrection } from "./own-correction";
import { OwnDataDownload } from "./own-data";
import { OwnNaming } from "./own-naming";
import { PasswordForm } from "./password-form";
import { sessionsKey, SessionsList } from "./sessions-list";
import { ThemeChoice } from "./theme-choice";
import { ZoneChoice } from "./zone-choice";

interface PreferenceProps {
  theme: ThemePreference;
  onTheme: (theme: ThemePreference) => void;
  /** The switch for shortcuts of a single letter, which belongs to the frame, too. */
  keyboard: ReactNode;
}

/** What a person may change about themselves. The theme belongs to the frame, so it comes in from outside. */
export function Profile(
  props: PreferenceProps & {
    /** Who decides while the viewer is away. */
    absence: ReactNode;
    /** Who looked through the viewer's eyes, and through whose they looked. */
    impersonations: ReactNode;
  },
) {
  const viewer = useViewer();
  if (!viewer) return null;
  const disabledReason = viewer.capabilities.includes("self.write")
    ? null
    : "This cannot be changed while you impersonate somebody";
  return (
    <div className="flex max-w-[880px] flex-col">
      <PageHeader title="Profile" context={viewer.email} />
      <OwnNaming disabledReason={disabledReason} />
      <ProfileSection id="profile-names" title="Name" help="Shown to colleagues on requests, tasks and approvals.">
        <NamesForm
          key={viewer._id}
          saved={{ firstName: viewer.firstName, lastName: viewer.lastName }}
          disabledReason={disabledReason}
        />
      </ProfileSection>
      <ProfileSection
        id="profile-email"
        title="Email address"
        help="You sign in with it, and mails reach you there. A link proves that the new one is yours."
      >
        <div className="flex flex-col gap-4">
          <OwnCorrection disabledReason={disabledReason} />
          <EmailForm disabledReason={disabledReason} />
        </div>
      </ProfileSection>
      <Preferences {...props} timeZone={viewer.timeZone} disabledReason={disabledReason} />
      <ProfileSection id="profile-absence" title="Out of office" help="Who decides for you while you are away.">
        {props.absence}
      </ProfileSection>
      <SigningIn viewer={viewer} disabledReason={disabledReason} />
      <ProfileSection
        id="profile-impersonations"
        title="Seen as you"
        help="Super admins who viewed the portal as you, to help or to look into something."
      >
        {props.impersonations}
      </ProfileSection>
      <ProfileSection
        id="profile-activity"
        title="Your activity"
        help="What the audit trail says you did. Nobody can change it."
      >
        <OwnActivity />
      </ProfileSection>
      <ProfileSection
        id="profile-data"
        title="Your data"
        help="Your account, requests, comments, tickets, access, decisions and activity as one JSON file."
      >
        <OwnDataDownload disabledReason={whyNotExport(viewer, "self.export")} />
      </ProfileSection>
    </div>
  );
}

/** How the portal looks, tells times and takes keys. */
function Preferences(props: PreferenceProps & { timeZone: string | null; disabledReason: string | null }) {
  return (
    <>
      <ProfileSection id="profile-theme" title="Theme" help="Applies at once, here and where you sign in next.">
        <ThemeChoice value={props.theme} onChange={props.onTheme} />
      </ProfileSection>
      <ProfileSection
        id="profile-zone"
        title="Time zone"
        help="The times you read and type, deadlines above all, are in this zone."
      >
        <ZoneChoice saved={props.timeZone} disabledReason={props.disabledReason} />
      </ProfileSection>
      <ProfileSection
        id="profile-keyboard"
        title="Keyboard"
        help="Applies at once, in this browser. While they are on, ? shows every shortcut."
      >
        {props.keyboard}
      </ProfileSection>
    </>
  );
}

/** The password, and where the viewer is signed in: their own, so neither while they look through somebody's eyes. */
function SigningIn({
  viewer,
  disabledReason,
}: {
  viewer: { readonly _id: string; readonly email: string };
  disabledReason: string | null;
}) {
  const { mutate } = useSWRConfig();
  return (
    <>
      <ProfileSection id="profile-password" title="Password" help="Changing it signs you out everywhere else.">
        <PasswordForm
          email={viewer.email}
          disabledReason={disabledReason}
          onChanged={() => void mutate(sessionsKey(viewer._id))}
        />
      </ProfileSection>
      <ProfileSection
        id="profile-sessions"
        title="Sessions"
        help="Browsers you are signed in with. Sign out what you do not recognise."
      >
        {disabledReason === null ? (
          <SessionsList userId={viewer._id} />
        ) : (
          <p className="text-sm text-muted">Not shown while you impersonate somebody: only they see these.</p>
        )}
      </ProfileSection>
    </>
  );
}

function ProfileSection(props: { id: string; title: string; help: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={props.id}
      className="grid gap-x-8 gap-y-4 border-b border-line py-6 last:border-b-0 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={props.id} className="text-base font-semibold text-ink">
          {props.title}
        </h2>
        <p className="mt-0.5 text-sm text-muted">{props.help}</p>
      </div>
      {props.children}
    </section>
  );
}
