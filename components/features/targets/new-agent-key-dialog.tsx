"use client";

import { useState } from "react";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { Copyable } from "@/components/kit/ui/copyable";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { serviceAddress } from "@/lib/browser/service-path";
import type { TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";

/**
 * Asks for a name, makes the key, and shows its value this once with the command that starts an
 * agent.
 */
export function NewAgentKeyDialog({
	target,
	onClose,
}: {
	target: Pick<TargetDetail, "id" | "name">;
	onClose: () => void;
}) {
	const create = useSend("POST /api/targets/[target_id]/agent-keys", { gcTime: 0 });
	const [problem, setProblem] = useState<string | null>(null);
	const issued = create.data;
	if (issued !== undefined) {
		return (
			<Dialog
				open
				// The value is gone when this closes: only its own button does that.
				onOpenChange={() => {}}
				closable={false}
				title={`The agent key ${isolate(issued.label)}`}
				description="Copy it now. It won't be shown again."
				wide
			>
				<DialogBody>
					{issued.key === null ? (
						<Notice kind="warn">{issued.key_note ?? "The key has already been shown."}</Notice>
					) : (
						<>
							<Copyable label="Key" text={issued.key} />
							<Copyable
								label="Command that starts an agent"
								text={`AGENT_KEY=${issued.key} npm run agent -- --server ${serviceAddress()}`}
							/>
							<p className="text-muted text-small">
								Run it where the service is installed. Another machine needs Node.js and the one file dist/agent.mjs:
								run “node agent.mjs” there with the same flag and variable. To keep the key out of the shell’s history,
								put it into a file that only the agent’s user can read, and add “--key-file” with its path.
							</p>
						</>
					)}
				</DialogBody>
				<DialogActions>
					<Button variant="primary" onClick={onClose}>
						I have copied it
					</Button>
				</DialogActions>
			</Dialog>
		);
	}
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title="New agent key"
			description={`Lets an agent load the deployments of ${isolate(target.name)}, and nothing else.`}
			action="Create key"
			pending={create.isPending}
			error={create.error}
			onSubmit={(fields) => {
				const label = String(fields.get("label") ?? "").trim();
				setProblem(label === "" ? "Give it a name, so you can recognize it later." : null);
				if (label !== "") create.mutate({ target_id: target.id, body: { label } });
			}}
		>
			<Field label="Name" error={problem} hint="Where it will be used, such as the machine.">
				{(control) => <input {...control} name="label" maxLength={100} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
