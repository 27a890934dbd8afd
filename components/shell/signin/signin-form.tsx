"use client";

import { type FormEvent, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Judgment } from "@/components/kit/ui/field-error";
import { Notice } from "@/components/kit/ui/notice";
import { describeError } from "@/lib/browser/api-error";
import { showPasskeyToSignIn } from "@/lib/browser/passkeys";
import { servicePath } from "@/lib/browser/service-path";
import { ASKS_SECOND_FACTOR, signIn, type TypedCredentials } from "@/lib/browser/session";
import { CodeField } from "./code-field";

const never = () => () => {};
const WRONG = "Wrong email or password.";
const WRONG_WITH = { code: "Wrong email, password or code.", passkey: "Wrong email, password or passkey." };
const UNREACHABLE = "The service could not be reached. Check the connection and try again.";

/** The sentence for an error name of next-auth. */
function explain(error: string, factor: keyof typeof WRONG_WITH | null): string {
	if (error === "CredentialsSignin") return factor === null ? WRONG : WRONG_WITH[factor];
	if (/throttle|too many/i.test(error)) return "Too many attempts. Wait a minute, then try again.";
	if (/https/i.test(error)) return "Sign-in needs HTTPS: open this page at its https:// address.";
	return "Couldn't sign in. Try again or contact your administrator.";
}

interface Problem {
	sentence: string;
	/** The field that was left empty; null: the problem concerns several or none. */
	missing: "email" | "password" | "code" | null;
}

export type SignInFormProps =
	/** Where to go after sign-in. */
	| {
			destination: string;
			/** Whether another way to sign in stands above. */
			secondary?: boolean;
	  }
	/** The user who signs in again without leaving the page. */
	| { email: string; onSignedIn: () => void };

/**
 * Email and password, then a code or a passkey from those whose email is asked for a second factor,
 * whatever the password is. A failed attempt keeps the input and focuses the field to correct.
 */
export function SignInForm(props: SignInFormProps) {
	const again = "email" in props;
	const [problem, setProblem] = useState<Problem | null>(null);
	const [pending, setPending] = useState(false);
	const email = useRef<HTMLInputElement>(null);
	const password = useRef<HTMLInputElement>(null);
	const code = useRef<HTMLInputElement>(null);
	const [asksCode, setAsksCode] = useState(false);
	// Before hydration, a click would submit the form natively.
	const ready = useSyncExternalStore(
		never,
		() => true,
		() => false,
	);

	const fail = (sentence: string, focus: HTMLInputElement | null, missing: Problem["missing"] = null) => {
		setProblem({ sentence, missing });
		setPending(false);
		focus?.focus();
		if (focus === password.current || focus === code.current) focus?.select();
	};

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (pending) return;
		const credentials = { email: email.current?.value.trim() ?? "", password: password.current?.value ?? "" };
		if (credentials.email === "") return fail("Enter your email address.", email.current, "email");
		if (credentials.password === "") return fail("Enter your password.", password.current, "password");
		const typed = code.current?.value.trim() ?? "";
		if (asksCode && typed === "") return fail("Enter the code.", code.current, "code");
		setPending(true);
		setProblem(null);
		await enter(asksCode ? { ...credentials, code: typed } : credentials, asksCode ? "code" : null);
	};

	const enter = async (credentials: TypedCredentials, factor: keyof typeof WRONG_WITH | null) => {
		try {
			const wrong = await signIn(credentials);
			if (wrong === ASKS_SECOND_FACTOR) {
				flushSync(() => setAsksCode(true));
				setPending(false);
				code.current?.focus();
			} else if (wrong !== null)
				fail(explain(wrong, factor), factor === "passkey" ? null : (code.current ?? password.current));
			else if (again) props.onSignedIn();
			else window.location.assign(servicePath(props.destination));
		} catch {
			fail(UNREACHABLE, null);
		}
	};

	const showPasskey = async () => {
		const credentials = { email: email.current?.value.trim() ?? "", password: password.current?.value ?? "" };
		setPending(true);
		setProblem(null);
		try {
			const passkey = JSON.stringify(await showPasskeyToSignIn(credentials.email));
			await enter({ ...credentials, passkey }, "passkey");
		} catch (error) {
			fail(describeError(error), null);
		}
	};

	const goBack = () => {
		flushSync(() => setAsksCode(false));
		setProblem(null);
		password.current?.focus();
		password.current?.select();
	};

	const answer = problem?.missing === null ? problem.sentence : null;
	const missing = (field: Problem["missing"]) => (problem?.missing === field ? problem.sentence : null);
	return (
		<form method="post" noValidate onSubmit={submit} className="grid gap-4">
			{answer === null ? null : (
				<Notice kind="bad" alert id="signin-problem">
					{answer}
				</Notice>
			)}
			<Judgment value={problem}>
				<div className={asksCode ? "hidden" : "grid gap-4"}>
					<Field label="Email" error={missing("email")}>
						{(control) => (
							<input
								{...control}
								ref={email}
								{...(again ? { defaultValue: props.email, readOnly: true } : {})}
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
					<Field label="Password" error={missing("password")}>
						{(control) => (
							<input
								{...control}
								ref={password}
								name="password"
								type="password"
								autoComplete="current-password"
								aria-describedby={answer === null ? control["aria-describedby"] : "signin-problem"}
								required
								className={controlClass()}
							/>
						)}
					</Field>
				</div>
				{asksCode ? <CodeField ref={code} error={missing("code")} /> : null}
			</Judgment>
			<Button
				type="submit"
				variant={!again && props.secondary === true && !asksCode ? "plain" : "primary"}
				disabled={!ready}
				pending={pending}
			>
				Sign in
			</Button>
			{asksCode ? (
				<>
					<Button pending={pending} onClick={showPasskey}>
						Use a passkey
					</Button>
					<Button variant="quiet" onClick={goBack}>
						Back
					</Button>
				</>
			) : null}
		</form>
	);
}
