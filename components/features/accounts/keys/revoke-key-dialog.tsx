"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import type { ApiKey } from "@/lib/contract/key";
import { isolate } from "@/lib/rules/text/isolate";

/** Revokes a key once its name is typed. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
	const revoke = useSend("DELETE /api/keys/[key_id]");
	const [problem, setProblem] = useState<string | null>(null);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Revoke ${isolate(apiKey.label)}?`}
			description={`Programs that use it as ${isolate(apiKey.user_email)} lose access immediately. This cannot be undone.`}
			action="Revoke"
			dismiss="Keep it"
			variant="destructive"
			pending={revoke.isPending}
			error={overtakenBy(revoke.error)}
			onSubmit={(fields) => {
				const named = String(fields.get("name") ?? "").trim() === apiKey.label;
				setProblem(named ? null : `Type "${isolate(apiKey.label)}" exactly.`);
				if (!named) return;
				revoke.mutate(
					{ key_id: apiKey.id, revision: apiKey.revision },
					{
						onSuccess: () => {
							toast.success(`Revoked ${isolate(apiKey.label)}`);
							onClose();
						},
					},
				);
			}}
		>
			<Field label="Type the key's name to confirm" error={problem}>
				{(control) => <input {...control} name="name" autoComplete="off" className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
