"use client";

import Link from "next/link";
import { type FormEvent, type RefObject, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field, type FieldProps } from "@/components/kit/ui/field";
import { Judgment } from "@/components/kit/ui/field-error";
import { Notice } from "@/components/kit/ui/notice";
import { ApiError, describeError } from "@/lib/browser/api-error";
import { servicePath } from "@/lib/browser/service-path";
import { signIn } from "@/lib/browser/session";
import { redeemSignInLink } from "@/lib/browser/sign-in-links";
import { PASSWORD_LENGTH } from "@/lib/contract/constants";
import { passwordProblem } from "./password-problem";

function onHashChange(listener: () => void): () => void {
	window.addEventListener("hashchange", listener);
	return () => window.removeEventListener("hashchange", listener);
}

interface Problem {
	field: "password" | "repeated" | null;
	sentence: string;
}

/** What the answer means for the person; what concerns the password stands at its field. */
function problemOf(error: unknown): Problem {
	if (error instanceof ApiError && error.errorType === "InvalidArgument") {
		return { field: "password", sentence: describeError(error) };
	}
	if (error instanceof ApiError && error.errorType === "NotFound") {
		return { field: null, sentence: `${describeError(error)} Ask the sender for a new one.` };
	}
	return { field: null, sentence: describeError(error) };
}

/** A new password, typed twice; then the person is signed in with it. */
export function WelcomeForm() {
	const secret = useSyncExternalStore(
		onHashChange,
		() => window.location.hash.slice(1),
		() => null,
	);
	const [problem, setProblem] = useState<Problem | null>(null);
	const [pending, setPending] = useState(false);
	const password = useRef<HTMLInputElement>(null);
	const repeated = useRef<HTMLInputElement>(null);

	const fail = (found: Problem) => {
		setProblem(found);
		setPending(false);
		if (found.field !== null) (found.field === "password" ? password : repeated).current?.focus();
	};

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending || !secret) return;
		const typed = password.current?.value ?? "";
		setPending(true);
		try {
			const found = await passwordProblem(typed, repeated.current?.value ?? "");
			if (found !== null) return fail(found);
			setProblem(null);
			const { email } = await redeemSignInLink({ secret, password: typed });
			const wrong = await signIn({ email, password: typed }).catch(() => "");
			// The page with the used link is not to be come back to.
			window.location.replace(servicePath(wrong === null ? "/" : "/signin"));
		} catch (error) {
			fail(problemOf(error));
		}
	};

	if (secret === "") {
		return (
			<div className="grid gap-4">
				<Notice kind="warn">This link is incomplete. Open the full link you were sent.</Notice>
				<Link href="/signin" className="-my-0.5 rounded-sm py-0.5 text-accent">
					Sign in with an existing password
				</Link>
			</div>
		);
	}
	const errorOf = (field: Problem["field"]) => (problem?.field === field ? problem.sentence : null);
	return (
		<form method="post" noValidate onSubmit={submit} className="grid gap-4">
			{problem?.field === null ? (
				<Notice kind="bad" alert>
					{problem.sentence}
				</Notice>
			) : null}
			<Judgment value={problem}>
				<PasswordField
					ref={password}
					label="New password"
					hint={`At least ${PASSWORD_LENGTH.min} characters. A few words are easy to remember.`}
					error={errorOf("password")}
				/>
				<PasswordField ref={repeated} label="Confirm password" error={errorOf("repeated")} />
			</Judgment>
			<Button type="submit" variant="primary" disabled={secret === null} pending={pending}>
				Set password and sign in
			</Button>
		</form>
	);
}

type PasswordFieldProps = Pick<FieldProps, "label" | "hint" | "error"> & { ref: RefObject<HTMLInputElement | null> };

function PasswordField({ ref, ...field }: PasswordFieldProps) {
	return (
		<Field {...field}>
			{(control) => (
				<input
					{...control}
					ref={ref}
					type="password"
					autoComplete="new-password"
					maxLength={PASSWORD_LENGTH.max}
					required
					className={controlClass()}
				/>
			)}
		</Field>
	);
}
