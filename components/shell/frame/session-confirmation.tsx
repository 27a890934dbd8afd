"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { CodeField } from "@/components/shell/signin/code-field";
import { accountQuery, useConfirmSession } from "@/lib/browser/account";
import { onConfirmationNeeded } from "@/lib/browser/confirmation";

/**
 * Asks the reader who they are, above the page, where a request demands that. What they have typed
 * there stays, and the request is sent again.
 */
export function SessionConfirmation() {
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
	return (
		<ConfirmationDialog
			onAnswer={(confirmed) => {
				setAnswer(null);
				answer(confirmed);
			}}
		/>
	);
}

function ConfirmationDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
	const account = useQuery(accountQuery);
	const confirm = useConfirmSession();
	const [missing, setMissing] = useState<"password" | "code" | null>(null);
	const password = useRef<HTMLInputElement>(null);
	const hasFactor = account.data?.second_factor.enabled === true;
	const withoutPassword = account.data?.has_password === false ? "Sign out and in again to confirm." : null;
	const hasPasskey = account.data !== undefined && account.data.second_factor.passkeys.length > 0;
	const onSuccess = () => onAnswer(true);
	const submit = (fields: FormData) => {
		const [typed, code] = [String(fields.get("password") ?? ""), String(fields.get("code") ?? "").trim()];
		const empty = typed === "" ? "password" : hasFactor && code === "" ? "code" : null;
		setMissing(empty);
		if (empty !== null) return;
		confirm.mutate({ password: typed, ...(code === "" ? {} : { code }) }, { onSuccess });
	};
	const showPasskey = () => {
		const typed = password.current?.value ?? "";
		setMissing(typed === "" ? "password" : null);
		if (typed === "") password.current?.focus();
		else confirm.mutate({ password: typed, withPasskey: true }, { onSuccess });
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onAnswer(false)}
			title="Confirm that it is you"
			description="This changes who can get in, so it needs a confirmation from the last 5 minutes. What you entered stays."
			action="Confirm"
			pending={confirm.isPending}
			error={confirm.error}
			unavailable={account.isPending ? "Loading your account…" : withoutPassword}
			onSubmit={submit}
		>
			{withoutPassword === null ? null : <Notice kind="info">You sign in without a password. {withoutPassword}</Notice>}
			<Field label="Password" error={missing === "password" ? "Enter your password." : null}>
				{(control) => (
					<input
						{...control}
						ref={password}
						name="password"
						type="password"
						autoComplete="current-password"
						required
						className={controlClass()}
					/>
				)}
			</Field>
			{hasFactor ? <CodeField error={missing === "code" ? "Enter the code." : null} /> : null}
			{hasPasskey ? (
				<Button pending={confirm.isPending} onClick={showPasskey}>
					Use a passkey
				</Button>
			) : null}
		</ActionDialog>
	);
}
