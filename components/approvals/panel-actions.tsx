"use client";

import { useState } from "react";
import { toast } from "sonner";
import { DecisionDialog } from "@/components/deployments/decision-dialog";
import { decisionUnavailable } from "@/components/deployments/decision-words";
import { useActivate } from "@/components/deployments/use-activate";
import { useShortcuts } from "@/components/keyboard/shortcuts";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { DeploymentDetail } from "@/lib/contract/deployment";

export interface PanelActionsProps {
	deployment: DeploymentDetail;
	position: string;
	onDecision: (work: Promise<unknown>) => void;
}

/** The decision on one request, with a key for each. Activation waits for the service's word. */
export function PanelActions({ deployment, position, onDecision }: PanelActionsProps) {
	const { activate, pending } = useActivate(deployment);
	const [asking, setAsking] = useState<"reject" | "tag" | null>(null);
	const unavailable = {
		activate: decisionUnavailable("activate", deployment),
		reject: decisionUnavailable("reject", deployment),
		tag: decisionUnavailable("tag", deployment),
	};
	const run = () => {
		if (pending) return;
		if (unavailable.activate === null) onDecision(activate());
		else toast(unavailable.activate);
	};
	const ask = (action: "reject" | "tag") => {
		const reason = unavailable[action];
		if (pending) return;
		if (reason === null) setAsking(action);
		else toast(reason);
	};
	useShortcuts("This request", [
		{ keys: ["a"], does: "Activate it", run, unavailable: unavailable.activate },
		{ keys: ["r"], does: "Reject it…", run: () => ask("reject"), unavailable: unavailable.reject },
		{ keys: ["t"], does: "Tag it…", run: () => ask("tag"), unavailable: unavailable.tag },
	]);
	return (
		<div
			data-print="hidden"
			className="sticky bottom-0 flex flex-wrap items-center gap-2 border-line border-t bg-raised px-4 py-3 md:px-6"
		>
			<Button
				variant="primary"
				shortcut="a"
				pending={pending}
				unavailable={unavailable.activate}
				onClick={run}
				className="max-md:grow"
			>
				Activate
			</Button>
			<Button shortcut="t" unavailable={unavailable.tag} onClick={() => ask("tag")}>
				Tags…
			</Button>
			<Button variant="danger" shortcut="r" unavailable={unavailable.reject} onClick={() => ask("reject")}>
				Reject…
			</Button>
			<p className="ms-auto flex items-center gap-1 text-muted text-small max-md:hidden">
				{position} · <Kbd name="j" /> <Kbd name="k" /> next, previous
			</p>
			{asking === null ? null : (
				<DecisionDialog
					action={asking}
					deployment={deployment}
					onClose={() => setAsking(null)}
					{...(asking === "reject" ? { onDecision } : {})}
				/>
			)}
		</div>
	);
}
