"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { NetworkError } from "@/lib/browser/api-error";
import { startSingleSignOn } from "@/lib/browser/session";
import { explainSingleSignOn } from "./explain-single-sign-on";

const never = () => () => {};

export interface SingleSignOnButtonProps {
	/** What the provider is called. */
	label: string;
	/** Where to go after sign-in. */
	destination: string;
	/** Why the last attempt failed, as the address of the page says. */
	problem?: string | null;
}

/** Leads to the provider of single sign-on; what went wrong there is said above it. */
export function SingleSignOnButton({ label, destination, problem = null }: SingleSignOnButtonProps) {
	const [sentence, setSentence] = useState(problem === null ? null : explainSingleSignOn(problem, label));
	const [pending, setPending] = useState(false);
	// Before hydration, a click would do nothing.
	const ready = useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
	useEffect(() => {
		// A browser may show the page again as it was when it was left.
		const restore = () => setPending(false);
		window.addEventListener("pageshow", restore);
		return () => window.removeEventListener("pageshow", restore);
	}, []);
	const start = async () => {
		setPending(true);
		setSentence(null);
		try {
			const { url, problem: code } = await startSingleSignOn(destination);
			if (url !== null) return window.location.assign(url);
			setSentence(explainSingleSignOn(code, label));
		} catch {
			setSentence(new NetworkError().message);
		}
		setPending(false);
	};
	return (
		<div className="grid gap-4">
			{sentence === null ? null : (
				<Notice kind="bad" alert>
					{sentence}
				</Notice>
			)}
			<Button variant="primary" disabled={!ready} pending={pending} onClick={() => void start()}>
				<span>
					Sign in with <bdi>{label}</bdi>
				</span>
			</Button>
		</div>
	);
}
