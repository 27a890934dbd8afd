"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useState } from "react";
import { isServiceReachable, serviceRecovery } from "@/lib/browser/reachability";
import { Button } from "./button";
import { UnreachableView } from "./unreachable-view";

export interface ErrorViewProps {
	digest: string | undefined;
	onRetry: () => void;
}

/** A page failed: another try, and the code under which the failure is logged. */
export function ErrorView({ digest, onRetry }: ErrorViewProps) {
	return (
		<div className="grid max-w-prose justify-items-start gap-3 p-6">
			<h1 className="text-title font-bold">Something went wrong</h1>
			<p className="text-muted">
				The page could not be shown. Nothing was changed.
				{digest === undefined ? null : (
					<>
						{" "}
						If this keeps happening, report the code <span className="font-mono">{digest}</span>.
					</>
				)}
			</p>
			<Button variant="primary" onClick={onRetry}>
				Try again
			</Button>
		</div>
	);
}

const reload = () => window.location.reload();

/** Whether the page failed as the service is away; it is loaded afresh once that is back. */
function useServiceAway(): boolean {
	const [away, setAway] = useState(false);
	useEffect(() => {
		let gone = false;
		void isServiceReachable().then(async (answers) => {
			if (answers || gone) return;
			setAway(true);
			await serviceRecovery();
			if (!gone) reload();
		});
		return () => {
			gone = true;
		};
	}, []);
	return away;
}

/** An error within the layout; retrying requests the page from the service again. */
export function PageErrorView({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
	const router = useRouter();
	const away = useServiceAway();
	const retry = () =>
		startTransition(() => {
			router.refresh();
			reset();
		});
	if (away) return <UnreachableView />;
	// React remembers a script that did not come.
	return <ErrorView digest={error.digest} onRetry={error.name === "ChunkLoadError" ? reload : retry} />;
}
