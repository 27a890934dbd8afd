"use client";

import { toast } from "sonner";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { BulkBar } from "@/components/kit/table/bulk-bar";
import { Button } from "@/components/kit/ui/button";
import { formatPlural } from "@/lib/browser/format";
import type { BulkDialogAction } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { BULK_WORDS, splitForBulk } from "./bulk-words";

/** Irreversible actions have no key. */
const ACTIONS: readonly { action: BulkDialogAction; key?: string }[] = [
	{ action: "activate", key: "a" },
	{ action: "deactivate", key: "d" },
	{ action: "tag", key: "t" },
	{ action: "reject", key: "r" },
	{ action: "delete" },
];

export interface DeploymentBulkBarProps {
	deployments: readonly DeploymentDetail[];
	/** Of those: how many another page or filter hides. */
	hidden: number;
	onAsk: (action: BulkDialogAction) => void;
	onClear: () => void;
}

/** Bulk actions on the selected deployments; while it is shown, the keys apply to them. */
export function DeploymentBulkBar({ deployments, hidden, onAsk, onClear }: DeploymentBulkBarProps) {
	const what = formatPlural(deployments.length, "selected deployment");
	const actions = ACTIONS.map(({ action, key }) => {
		const none = splitForBulk(action, deployments).able.length === 0;
		const unavailable = none ? `None of the selected deployments can be ${BULK_WORDS[action].done}.` : null;
		return { action, key, unavailable };
	});
	useShortcuts("Selected deployments", [
		...actions.map(({ action, key, unavailable }) => ({
			keys: key === undefined ? [] : [key],
			does: `${BULK_WORDS[action].action} ${what}…`,
			run: () => void (unavailable === null ? onAsk(action) : toast(unavailable)),
			unavailable,
		})),
		{ keys: ["Escape"], does: "Clear selection", run: onClear },
	]);
	const button = ({ action, key, unavailable }: (typeof actions)[number]) => (
		<Button
			key={action}
			variant={action === "delete" || action === "reject" ? "danger" : "plain"}
			{...(key === undefined ? {} : { shortcut: key })}
			unavailable={unavailable}
			onClick={() => onAsk(action)}
		>
			{BULK_WORDS[action].action}…
		</Button>
	);
	return (
		<BulkBar
			count={deployments.length}
			hidden={hidden}
			what="deployments"
			onClear={onClear}
			apart={actions.filter(({ action }) => action === "delete").map(button)}
		>
			{actions.filter(({ action }) => action !== "delete").map(button)}
		</BulkBar>
	);
}
