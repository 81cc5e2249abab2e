import { FirstPasswordForm } from "../features/people/signin/first-password-form";
import { PublicFrame } from "../shell/auth/public-frame";
import { useViewer } from "../shell/session";

/** In place of every page, until the person has a password that only they know. */
export function FirstPassword() {
  const viewer = useViewer();
  return (
    <PublicFrame
      title="Choose your own password"
      intro="The one you signed in with was made for you. Replace it to continue."
    >
      <FirstPasswordForm email={viewer?.email ?? ""} />
    </PublicFrame>
  );
}
