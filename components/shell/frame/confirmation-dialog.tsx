"use client";

import { useRef, useState } from "react";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { CodeField } from "@/components/shell/signin/code-field";
import { accountQuery, useConfirmSession } from "@/lib/browser/account";
import { useQuery } from "@/lib/browser/use-query";

/** Asks for what proves who the reader is: password and, where one is set up, second factor. */
export function ConfirmationDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
	const account = useQuery(accountQuery);
	const confirm = useConfirmSession();
	const [missing, setMissing] = useState<"password" | "code" | null>(null);
	const password = useRef<HTMLInputElement>(null);
	const hasFactor = account.data?.second_factor.enabled === true;
	const withoutPassword = account.data?.has_password === false ? "Sign out and in again to confirm." : null;
	const hasPasskey = account.data !== undefined && account.data.second_factor.passkeys.length > 0;
	const submit = (fields: FormData) => {
		const [typed, code] = [String(fields.get("password") ?? ""), String(fields.get("code") ?? "").trim()];
		const empty = typed === "" ? "password" : hasFactor && code === "" ? "code" : null;
		setMissing(empty);
		if (empty !== null) return;
		confirm.mutate({ password: typed, ...(code === "" ? {} : { code }) }, { onSuccess: onConfirmed });
	};
	const showPasskey = () => {
		const typed = password.current?.value ?? "";
		setMissing(typed === "" ? "password" : null);
		if (typed === "") password.current?.focus();
		else confirm.mutate({ password: typed, withPasskey: true }, { onSuccess: onConfirmed });
	};
	return (
		<ActionDialog
			onClose={onClose}
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
