"use client";

import { useEffect, useState } from "react";
import { buttonClass } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { servicePath } from "@/lib/browser/service-path";
import { sessionUserId } from "@/lib/browser/session";

export interface SignInElsewhereProps {
	/** What the provider of single sign-on is called. */
	label: string;
	/** The user of the session: nobody else may continue here. */
	userId: string;
	onSignedIn: () => void;
}

/**
 * Signs in again by single sign-on without leaving the page: in another tab. Back here, the page
 * continues for the same user.
 */
export function SignInElsewhere({ label, userId, onSignedIn }: SignInElsewhereProps) {
	const [someoneElse, setSomeoneElse] = useState(false);
	useEffect(() => {
		const look = async () => {
			if (document.visibilityState === "hidden") return;
			// Checked again when the reader returns.
			const found = await sessionUserId().catch(() => null);
			if (found === userId) onSignedIn();
			else setSomeoneElse(found !== null);
		};
		const onReturn = () => void look();
		window.addEventListener("focus", onReturn);
		document.addEventListener("visibilitychange", onReturn);
		return () => {
			window.removeEventListener("focus", onReturn);
			document.removeEventListener("visibilitychange", onReturn);
		};
	}, [userId, onSignedIn]);
	return (
		<div className="grid gap-4">
			{someoneElse ? (
				<Notice kind="warn" alert>
					You signed in as someone else. Sign out there and sign in as the person who was signed in here.
				</Notice>
			) : null}
			<a href={servicePath("/signin")} target="_blank" rel="noopener" className={buttonClass("primary")}>
				Sign in with <bdi>{label}</bdi> in a new tab
			</a>
		</div>
	);
}
