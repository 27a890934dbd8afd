"use client";

import { useRouter } from "next/navigation";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSessionUser } from "@/components/kit/session/session-context";
import { useSend } from "@/lib/browser/api";
import { createTargetBody, type TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";
import { targetFields } from "./target-fields";
import { useAcceptedElsewhere } from "./use-accepted-elsewhere";

export interface TargetDialogProps {
	/** As it was when the dialog opened; null: a new one. */
	target: TargetDetail | null;
	onClose: () => void;
	/** What comes after a new one; absent: its page opens. */
	onCreated?: () => void;
}

/** A new target, or the settings of one. */
export function TargetDialog({ target, onClose, onCreated }: TargetDialogProps) {
	const { role, organization } = useSessionUser();
	const router = useRouter();
	const create = useSend("POST /api/targets");
	const change = useSend("PATCH /api/targets/[target_id]");
	const known = useAcceptedElsewhere();
	const saved = ({ id, name }: TargetDetail) => {
		if (target !== null) return `Settings of ${isolate(name)} saved`;
		const words = `Created ${isolate(name)}`;
		if (onCreated === undefined) {
			router.push(`/targets/${id}`);
			return [words, "Create a key for its first agent."] as const;
		}
		onCreated();
		return words;
	};
	const all = targetFields({
		accepted: { initial: target?.accepted_organizations ?? [organization], known },
		withOwner: target === null && role === "operator",
	});
	// A new one needs a name alone.
	const plain = target === null ? 1 : all.length;
	return (
		<FormDialog
			item={target}
			title={target === null ? "New target" : `Settings of ${isolate(target.name)}`}
			description="A partner's on-premises software. Its agents load the targeting files deployed to it."
			action={target === null ? "Create target" : "Save settings"}
			wide
			fields={all.slice(0, plain)}
			more={all.slice(plain)}
			schema={createTargetBody}
			saving={target === null ? create : change}
			send={(body, then) => create.mutate({ body }, then)}
			edit={(body, then, { id, revision }) => change.mutate({ target_id: id, revision, body }, then)}
			done={saved}
			onClose={onClose}
		/>
	);
}
