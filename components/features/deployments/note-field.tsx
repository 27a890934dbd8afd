import { controlClass, Field } from "@/components/kit/ui/field";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { draftOf } from "./activation-drafts";

const NAME = "message";

/** A note that the requesters read with the activation. */
export const NoteField = ({ deployments }: { deployments: readonly DeploymentDetail[] }) => (
	<Field label={deployments.length === 1 ? "Note for the requester" : "Note for the requesters"} optional>
		{(control) => (
			<textarea
				{...control}
				name={NAME}
				defaultValue={draftOf(deployments).message}
				rows={2}
				maxLength={2_000}
				className={controlClass()}
			/>
		)}
	</Field>
);

/** The message that was written into a form; empty: nothing. */
export function noteOf(fields: FormData): string {
	const note = fields.get(NAME);
	return typeof note === "string" ? note : "";
}
