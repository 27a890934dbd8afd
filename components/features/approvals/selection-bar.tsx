"use client";

import { useState } from "react";
import type { BulkResult } from "@/components/features/deployments/bulk-dialog";
import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { BulkBar } from "@/components/kit/table/bulk-bar";
import { Button } from "@/components/kit/ui/button";
import { formatBytes, formatPlural } from "@/lib/browser/format";
import { BulkDialog } from "./lazy-dialogs";
import { expectOwnChange } from "./use-own-change";
import type { Selected } from "./use-selected";

export type BulkQuestion = "activate" | "reject" | "tag";

export interface SelectionBarProps {
	selected: Selected;
	/** What the last decision on many came to, or how the selection was bounded. */
	note: string | null;
	onDone: (action: BulkQuestion, result: BulkResult) => void;
	onClear: () => void;
}

/** What can be decided on all selected requests at once; while it is there, the keys mean them. */
export function SelectionBar({ selected, note, onDone, onClear }: SelectionBarProps) {
	const [asking, setAsking] = useState<BulkQuestion | null>(null);
	const requests = [...selected.requests.values()];
	const what = formatPlural(requests.length, "selected request");
	useShortcuts("Selected requests", [
		{ keys: ["a"], does: `Activate ${what}…`, run: () => setAsking("activate") },
		{ keys: ["r"], does: `Reject ${what}…`, run: () => setAsking("reject") },
		{ keys: ["t"], does: `Tag ${what}…`, run: () => setAsking("tag") },
		{ keys: ["Escape"], does: "Select none", run: onClear },
	]);
	useKeysHeldBack(asking !== null);
	return (
		<BulkBar count={requests.length} what="requests" onClear={onClear}>
			<Button variant="primary" shortcut="a" onClick={() => setAsking("activate")}>
				Activate {requests.length}…
			</Button>
			<Button shortcut="t" onClick={() => setAsking("tag")}>
				Tag…
			</Button>
			<Button variant="danger" shortcut="r" onClick={() => setAsking("reject")}>
				Reject…
			</Button>
			<p role="status" className="text-muted text-small">
				{note ?? `${formatBytes(requests.reduce((sum, { filesize }) => sum + filesize, 0))} in total`}
			</p>
			{asking === null ? null : (
				<BulkDialog
					action={asking}
					deployments={requests}
					what="request"
					toldByPage
					onSend={(sent) => {
						for (const request of sent) expectOwnChange(request);
					}}
					onDone={(result) => onDone(asking, result)}
					onClose={() => setAsking(null)}
				/>
			)}
		</BulkBar>
	);
}
