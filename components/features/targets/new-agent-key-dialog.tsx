"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { Copyable } from "@/components/kit/ui/copyable";
import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import { useSend } from "@/lib/browser/api";
import type { TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";
import { agentCommand } from "./agent-command";

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
	const issued = create.data;
	if (issued !== undefined) {
		return (
			<ShownOnceDialog
				title={`The agent key ${isolate(issued.label)}`}
				label="Key"
				secret={issued.key}
				note={issued.key_note}
				onClose={onClose}
			>
				{issued.key === null ? null : <Start agentKey={issued.key} />}
			</ShownOnceDialog>
		);
	}
	return (
		<FormDialog
			title="New agent key"
			description={`Can only load deployments of ${isolate(target.name)}.`}
			action="Create key"
			fields={[
				{
					name: "label",
					label: "Name",
					hint: "Where it will be used, such as the machine.",
					required: "Give it a name, so you can recognize it later.",
					input: { maxLength: 100 },
				},
			]}
			saving={create}
			send={(body: { label: string }) => create.mutate({ target_id: target.id, body })}
			onClose={onClose}
		/>
	);
}

/** What the key is for. */
function Start({ agentKey }: { agentKey: string }) {
	return (
		<>
			<Copyable label="Command that starts an agent" text={agentCommand(agentKey)} />
			<p className="text-muted text-small">
				Run it where the service is installed. Another machine needs Node.js and the one file dist/agent.mjs: run “node
				agent.mjs” there with the same flags and variable. If its port is taken, choose another. To keep the key out of
				your shell history, save it to a file and use --key-file PATH.
			</p>
		</>
	);
}
