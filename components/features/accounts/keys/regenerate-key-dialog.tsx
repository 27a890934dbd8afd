"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { Moment } from "@/components/kit/ui/relative-time";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { useSend } from "@/lib/browser/api";
import type { ApiKey } from "@/lib/contract/key";
import { isolate } from "@/lib/rules/text/isolate";

const GRACES = [
	{ value: "0", label: "stops working now" },
	{ value: "3600", label: "works for 1 hour" },
	{ value: "86400", label: "works for 1 day" },
	{ value: "604800", label: "works for 1 week" },
];

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
		<FormDialog
			title={`Regenerate ${isolate(apiKey.label)}?`}
			description={`Creates a new key with the same scopes for ${isolate(apiKey.user_email)}. Programs that use the old key need the new one.`}
			action="Regenerate"
			fields={[
				{
					kind: "choice",
					name: "grace",
					label: "Old key",
					options: GRACES,
					hint: "Leave time to replace it everywhere, unless it has leaked.",
				},
			]}
			saving={regenerate}
			send={({ grace }: { grace: string }) =>
				regenerate.mutate({
					key_id: apiKey.id,
					revision: apiKey.revision,
					body: { grace_seconds: Number(grace) },
				})
			}
			onClose={onClose}
		/>
	);
}
