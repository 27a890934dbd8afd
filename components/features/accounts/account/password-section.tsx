"use client";

import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { NEW_PASSWORD_HINT, NewPasswordField } from "@/components/features/accounts/new-password-field";
import { passwordProblem } from "@/components/features/accounts/password-problem";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Judgment } from "@/components/kit/ui/field-error";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { ApiError, describeError } from "@/lib/browser/api-error";
import type { Account } from "@/lib/contract/account";

type FieldName = "old_password" | "password" | "repeated";
interface Problem {
	field: FieldName | null;
	sentence: string;
}

/** The problem in an answer, at its field. */
function problemOf(error: unknown): Problem {
	const sentence = describeError(error);
	if (!(error instanceof ApiError) || error.errorType !== "InvalidArgument") return { field: null, sentence };
	return { field: error.message.includes("old_password") ? "old_password" : "password", sentence };
}

/** A new password, with the old one. */
export function PasswordSection({ account }: { account: Account }) {
	const change = useSend("POST /api/account/password", { gcTime: 0 });
	const form = useRef<HTMLFormElement>(null);
	const [problem, setProblem] = useState<Problem | null>(null);
	// From the press on: the part that judges passwords is loaded by it.
	const [pending, setPending] = useState(false);
	const fail = (found: Problem) => {
		setProblem(found);
		setPending(false);
		form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
	};
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending) return;
		const fields = new FormData(event.currentTarget);
		const text = (name: FieldName) => String(fields.get(name) ?? "");
		if (text("old_password") === "") return fail({ field: "old_password", sentence: "Enter your current password." });
		setPending(true);
		const found = await passwordProblem(text("password"), text("repeated")).catch(problemOf);
		if (found !== null) return fail(found);
		setProblem(null);
		change.mutate(
			{ body: { old_password: text("old_password"), password: text("password") } },
			{
				onSuccess: () => {
					setPending(false);
					form.current?.reset();
					toast.success("Password changed", { description: "You're signed out on other devices." });
				},
				onError: (error) => fail(problemOf(error)),
			},
		);
	};
	const errorOf = (field: FieldName) => (problem?.field === field ? problem.sentence : null);
	if (!account.has_password) {
		return (
			<Card title="Password">
				<p className="p-3 text-muted">You sign in without a password.</p>
			</Card>
		);
	}
	return (
		<Card title="Password">
			<form ref={form} noValidate onSubmit={submit} className="grid gap-4 p-3">
				{problem?.field === null ? (
					<Notice kind="bad" alert>
						{problem.sentence}
					</Notice>
				) : null}
				<input type="hidden" name="username" autoComplete="username" value={account.email} />
				<Judgment value={problem}>
					<Field label="Current password" error={errorOf("old_password")}>
						{(control) => (
							<input
								{...control}
								name="old_password"
								type="password"
								autoComplete="current-password"
								required
								className={controlClass()}
							/>
						)}
					</Field>
					<NewPasswordField name="password" label="New password" hint={NEW_PASSWORD_HINT} error={errorOf("password")} />
					<NewPasswordField name="repeated" label="Confirm password" error={errorOf("repeated")} />
				</Judgment>
				<div className="flex flex-wrap items-center gap-3">
					<Button type="submit" pending={pending}>
						Change password
					</Button>
					<span className="text-muted text-small">You'll be signed out on other devices.</span>
				</div>
			</form>
		</Card>
	);
}
