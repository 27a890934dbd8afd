import { useNow } from "@/components/kit/ui/relative-time";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { formatMoment } from "@/lib/browser/format";
import type { InvitedPerson } from "@/lib/contract/person";
import { nameOf } from "./person-words";

/** The link by which somebody sets their password, this once, with what it does. */
export function SignInLinkShown({ invited, onClose }: { invited: InvitedPerson; onClose: () => void }) {
	const now = useNow();
	return (
		<ShownOnceDialog
			title={`The link for ${nameOf(invited)}`}
			label="Link"
			secret={invited.link}
			note={invited.link_note}
			onClose={onClose}
		>
			<p>
				Whoever opens it sets the password of {invited.email} and is signed in as them: give it to nobody else. It works
				once
				{invited.link_expires_at === null ? null : `, until ${formatMoment(invited.link_expires_at, now)}`}.
			</p>
		</ShownOnceDialog>
	);
}
