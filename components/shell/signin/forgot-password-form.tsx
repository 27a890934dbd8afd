"use client";

import { type FormEvent, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Judgment } from "@/components/kit/ui/field-error";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { send } from "@/lib/browser/api";
import { ApiError, describeError } from "@/lib/browser/api-error";

const never = () => () => {};

interface Problem {
	field: boolean;
	sentence: string;
}

/** Asks for a link by email. What it answers does not tell whether there is such a person. */
export function ForgotPasswordForm() {
	const [problem, setProblem] = useState<Problem | null>(null);
	const [pending, setPending] = useState(false);
	const [sentTo, setSentTo] = useState<string | null>(null);
	const email = useRef<HTMLInputElement>(null);
	// Before hydration, a click would submit the form natively.
	const ready = useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
	const fail = (field: boolean, sentence: string) => {
		setProblem({ field, sentence });
		setPending(false);
		if (field) email.current?.focus();
	};
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending) return;
		const typed = email.current?.value.trim() ?? "";
		if (typed === "") return fail(true, "Enter your email address.");
		setPending(true);
		setProblem(null);
		try {
			await send("POST /api/sign-in-links", { body: { email: typed } });
			setSentTo(typed);
		} catch (error) {
			const isWrong = error instanceof ApiError && error.errorType === "InvalidArgument";
			fail(isWrong, isWrong ? "Enter a complete email address." : describeError(error));
		}
	};
	const back = (
		<Link href="/signin" className="-my-0.5 justify-self-start rounded-sm py-0.5 text-accent">
			Back to sign-in
		</Link>
	);
	if (sentTo !== null) {
		return (
			<div className="grid gap-4">
				<Notice kind="ok" alert>
					If <bdi>{sentTo}</bdi> signs in here with a password, a link is on its way. It works for an hour.
				</Notice>
				<p className="text-muted">No email after a few minutes? Check your spam folder, or ask your administrator.</p>
				{back}
			</div>
		);
	}
	return (
		<form method="post" noValidate onSubmit={submit} className="grid gap-4">
			<p className="-mt-5 text-muted">Enter the email you sign in with. We'll send you a link to set a new password.</p>
			{problem?.field === false ? (
				<Notice kind="bad" alert>
					{problem.sentence}
				</Notice>
			) : null}
			<Judgment value={problem}>
				<Field label="Email" error={problem?.field === true ? problem.sentence : null}>
					{(control) => (
						<input
							{...control}
							ref={email}
							name="email"
							// A field of type `email` would rewrite a domain of another script.
							inputMode="email"
							autoComplete="username"
							autoCapitalize="none"
							spellCheck={false}
							required
							className={controlClass()}
						/>
					)}
				</Field>
			</Judgment>
			<Button type="submit" variant="primary" disabled={!ready} pending={pending}>
				Email me a link
			</Button>
			{back}
		</form>
	);
}
