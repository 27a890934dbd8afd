"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { typedToConfirm } from "@/components/kit/form/typed-to-confirm";
import { useSend } from "@/lib/browser/api";
import type { ApiKey } from "@/lib/contract/key";
import { isolate } from "@/lib/rules/text/isolate";

/** Revokes a key once its name is typed. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
	const revoke = useSend("DELETE /api/keys/[key_id]");
	return (
		<FormDialog
			title={`Revoke ${isolate(apiKey.label)}?`}
			description={`Programs that use it as ${isolate(apiKey.user_email)} lose access immediately. This cannot be undone.`}
			action="Revoke"
			dismiss="Keep it"
			variant="destructive"
			fields={[typedToConfirm("Type the key's name to confirm", apiKey.label)]}
			saving={revoke}
			send={(_, then) => revoke.mutate({ key_id: apiKey.id, revision: apiKey.revision }, then)}
			done={() => `Revoked ${isolate(apiKey.label)}`}
			onClose={onClose}
		/>
	);
}
