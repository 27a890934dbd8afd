import { useNow } from "@/components/kit/ui/relative-time";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { formatMoment } from "@/lib/browser/format";
import type { InvitedPerson } from "@/lib/contract/person";
import { isolate } from "@/lib/rules/text/isolate";
import { nameOf } from "./person-words";

/** Shows a sign-in link, once. */
export function SignInLinkShown({ invited, onClose }: { invited: InvitedPerson; onClose: () => void }) {
	const now = useNow();
	return (
		<ShownOnceDialog
			title={`Sign-in link for ${isolate(nameOf(invited))}`}
			label="Link"
			secret={invited.link}
			note={invited.link_note}
			onClose={onClose}
		>
			{invited.mailed ? (
				<p>
					We're emailing the link to <bdi>{invited.email}</bdi>. Copy it only if you want to send it another way, too.
				</p>
			) : null}
			<p>
				Anyone with the link can set the password of <bdi>{invited.email}</bdi> and sign in as them. Send it only to
				them. It works once
				{invited.link_expires_at === null ? null : `, until ${formatMoment(invited.link_expires_at, now)}`}.
			</p>
		</ShownOnceDialog>
	);
}
