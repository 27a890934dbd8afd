"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useState } from "react";
import { isServiceReachable, serviceRecovery } from "@/lib/browser/reachability";
import { ErrorView } from "./error-view";
import { UnreachableView } from "./unreachable-view";

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
