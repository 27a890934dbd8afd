"use client";

import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Moment } from "@/components/kit/ui/relative-time";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import type { ApiKey } from "@/lib/contract/key";
import { isolate } from "@/lib/rules/text/isolate";

const GRACES = [
	{ seconds: 0, words: "stops working now" },
	{ seconds: 3_600, words: "works for 1 hour" },
	{ seconds: 86_400, words: "works for 1 day" },
	{ seconds: 604_800, words: "works for 1 week" },
] as const;

/** Replaces a key and shows the new value once; the old one ends now or after a grace period. */
export function RegenerateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
	const regenerate = useSend("POST /api/keys/[key_id]/regenerate", { gcTime: 0 });
	const issued = regenerate.data;
	if (issued !== undefined) {
		return (
			<ShownOnceDialog
				title={`New API key ${isolate(issued.label)}`}
				label="Key"
				secret={issued.key}
				note={issued.key_note}
				onClose={onClose}
			>
				<p className="text-muted text-small">
					{issued.grace_ends_at === null ? (
						"The old key no longer works."
					) : (
						<>
							The old key works until <Moment iso={issued.grace_ends_at} />.
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
			title={`Regenerate ${isolate(apiKey.label)}?`}
			description={`Creates a new key with the same scopes for ${isolate(apiKey.user_email)}. Programs that use the old key need the new one.`}
			action="Regenerate"
			pending={regenerate.isPending}
			error={overtakenBy(regenerate.error)}
			onSubmit={(fields) =>
				regenerate.mutate({
					key_id: apiKey.id,
					revision: apiKey.revision,
					body: { grace_seconds: Number(fields.get("grace")) },
				})
			}
		>
			<Field label="Old key" hint="Leave time to replace it everywhere, unless it has leaked.">
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
