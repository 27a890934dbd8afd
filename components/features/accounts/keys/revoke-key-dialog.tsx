"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { overtakenBy } from "@/lib/browser/api-error";
import { useRevokeKey } from "@/lib/browser/keys";
import type { ApiKey } from "@/lib/contract/key";

/** Asks for the key's name before it opens nothing any more. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
	const revoke = useRevokeKey();
	const [problem, setProblem] = useState<string | null>(null);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Revoke ${apiKey.label}?`}
			description={`Whatever uses it as ${apiKey.user_email} is refused from that moment on. This cannot be undone.`}
			action="Revoke"
			dismiss="Keep it"
			variant="destructive"
			pending={revoke.isPending}
			error={overtakenBy(revoke.error)}
			onSubmit={(fields) => {
				const named = String(fields.get("name") ?? "").trim() === apiKey.label;
				setProblem(named ? null : `Type ${apiKey.label}, letter by letter.`);
				if (!named) return;
				revoke.mutate(apiKey, {
					onSuccess: () => {
						toast.success(`Revoked ${apiKey.label}`);
						onClose();
					},
				});
			}}
		>
			<Field label="Type the key's name to confirm" error={problem}>
				{(control) => <input {...control} name="name" autoComplete="off" className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
