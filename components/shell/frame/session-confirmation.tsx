"use client";

import { useEffect, useState } from "react";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { onConfirmationNeeded } from "@/lib/browser/confirmation";

const ConfirmationDialog = lazyDialog(() =>
	import("./confirmation-dialog").then((module) => module.ConfirmationDialog),
);
const DIALOGS = [ConfirmationDialog] as const;

/**
 * Asks the reader who they are, above the page, where a request demands that. What they have typed
 * there stays, and the request is sent again.
 */
export function SessionConfirmation() {
	useAtHand(DIALOGS);
	const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
	useEffect(
		() =>
			onConfirmationNeeded(
				() =>
					new Promise((resolve) => {
						setAnswer(() => resolve);
					}),
			),
		[],
	);
	if (answer === null) return null;
	const tell = (confirmed: boolean) => {
		setAnswer(null);
		answer(confirmed);
	};
	return <ConfirmationDialog onConfirmed={() => tell(true)} onClose={() => tell(false)} />;
}
