"use client";

import { type FormEvent, useRef, useState, useSyncExternalStore } from "react";
import { NEW_PASSWORD_HINT, NewPasswordField } from "@/components/features/accounts/new-password-field";
import { passwordProblem } from "@/components/features/accounts/password-problem";
import { Button } from "@/components/kit/ui/button";
import { Judgment } from "@/components/kit/ui/field-error";
import { Notice } from "@/components/kit/ui/notice";
import { send } from "@/lib/browser/api";
import { ApiError, describeError } from "@/lib/browser/api-error";
import { servicePath } from "@/lib/browser/service-path";
import { signIn } from "@/lib/browser/session";
import { signInSecret } from "@/lib/rules/text/sign-in-secret";
import { LinkForm } from "./link-form";

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
	const inAddress = useSyncExternalStore(
		onHashChange,
		() => signInSecret(window.location.hash) ?? "",
		() => null,
	);
	const [pasted, setPasted] = useState<string | null>(null);
	const secret = pasted ?? inAddress;
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
			const { email } = await send("POST /api/sign-in-links/redeem", { body: { secret, password: typed } });
			const wrong = await signIn({ email, password: typed }).catch(() => "");
			// The page with the used link is not to be come back to.
			window.location.replace(servicePath(wrong === null ? "/" : "/signin"));
		} catch (error) {
			fail(problemOf(error));
		}
	};

	if (secret === "") return <LinkForm onSecret={setPasted} />;
	const errorOf = (field: Problem["field"]) => (problem?.field === field ? problem.sentence : null);
	return (
		<form method="post" noValidate onSubmit={submit} className="grid gap-4">
			{problem?.field === null ? (
				<Notice kind="bad" alert>
					{problem.sentence}
				</Notice>
			) : null}
			<Judgment value={problem}>
				<NewPasswordField ref={password} label="New password" hint={NEW_PASSWORD_HINT} error={errorOf("password")} />
				<NewPasswordField ref={repeated} label="Confirm password" error={errorOf("repeated")} />
			</Judgment>
			<Button type="submit" variant="primary" disabled={secret === null} pending={pending}>
				Set password and sign in
			</Button>
		</form>
	);
}
