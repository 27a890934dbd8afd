"use client";

import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Moment } from "@/components/kit/ui/relative-time";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { overtakenBy } from "@/lib/browser/api-error";
import { useRegenerateKey } from "@/lib/browser/keys";
import type { ApiKey } from "@/lib/contract/key";

const GRACES = [
	{ seconds: 0, words: "is refused at once" },
	{ seconds: 3_600, words: "goes on for an hour" },
	{ seconds: 86_400, words: "goes on for a day" },
	{ seconds: 604_800, words: "goes on for a week" },
] as const;

/** Gives a key another value, shown this once; the old one ends now or after a grace period. */
export function RegenerateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
	const regenerate = useRegenerateKey();
	const issued = regenerate.data;
	if (issued !== undefined) {
		return (
			<ShownOnceDialog
				title={`The new value of ${issued.label}`}
				label="Key"
				secret={issued.key}
				note={issued.key_note}
				onClose={onClose}
			>
				<p className="text-muted text-small">
					{issued.grace_ends_at === null ? (
						"The value of before is refused from now on."
					) : (
						<>
							The value of before goes on until <Moment iso={issued.grace_ends_at} />.
						</>
					)}
				</p>
			</ShownOnceDialog>
		);
	}
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Regenerate ${apiKey.label}?`}
			description={`It gets another value, with the same scopes, for ${apiKey.user_email}. Whatever uses the old one needs the new one.`}
			action="Regenerate"
			pending={regenerate.isPending}
			error={overtakenBy(regenerate.error)}
			onSubmit={(fields) => regenerate.mutate({ key: apiKey, graceSeconds: Number(fields.get("grace")) })}
		>
			<Field label="The old value" hint="Time to put the new one in place everywhere. A leaked key is given none.">
				{(control) => (
					<select {...control} name="grace" className={controlClass()}>
						{GRACES.map(({ seconds, words }) => (
							<option key={seconds} value={seconds}>
								{words}
							</option>
						))}
					</select>
				)}
			</Field>
		</ActionDialog>
	);
}
