import { useEffect, useState } from "react";
import type { Retry } from "./part-problem";

/**
 * What `load` gives, usually a module; it is called once it is `wanted`, and is the same function
 * at each render. After a failure `retry` loads it again, as happens once the browser is online
 * again.
 */
export function useLoaded<T>(load: () => Promise<T>, wanted = true): { loaded: T | null; retry: Retry | null } {
	const [result, setResult] = useState<{ loaded: T } | null>(null);
	const [state, setState] = useState<"loading" | "failed" | "retrying">("loading");
	const due = wanted && result === null && state !== "failed";
	useEffect(() => {
		if (!due) return;
		let gone = false;
		load().then(
			(loaded) => gone || setResult({ loaded }),
			() => gone || setState("failed"),
		);
		return () => {
			gone = true;
		};
	}, [due, load]);
	useEffect(() => {
		if (state !== "failed") return;
		const run = () => setState("retrying");
		window.addEventListener("online", run);
		return () => window.removeEventListener("online", run);
	}, [state]);
	if (result !== null) return { loaded: result.loaded, retry: null };
	if (state === "loading") return { loaded: null, retry: null };
	return { loaded: null, retry: { pending: state === "retrying", run: () => setState("retrying") } };
}
