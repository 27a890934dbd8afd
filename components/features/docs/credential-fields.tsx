"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { Credential, CredentialKind } from "@/lib/browser/openapi/operations";
import { useTrySession } from "./try-session";

const TOKENS: Record<string, string> = {
	accessToken: "an access token (tst_…)",
	apiKey: "an API key (tsk_…)",
	agentKey: "an agent key (tsa_…)",
};

export interface CredentialFieldsProps {
	credentials: readonly Credential[];
	kind: CredentialKind;
	onKind: (kind: CredentialKind) => void;
}

/** The credential of the request. A typed key stays in this page's memory. */
export function CredentialFields({ credentials, kind, onKind }: CredentialFieldsProps) {
	const { email, secret, setSecret } = useTrySession();
	const [shown, setShown] = useState(false);
	if (credentials.length === 0) return <p className="text-muted">No authentication needed.</p>;
	const labels: Record<CredentialKind, string> = {
		session: `Session of ${email}`,
		key: "API key, as KEY",
		bearer: "Bearer token",
		none: "No authentication",
	};
	const offered = credentials
		.map((credential) => credential.kind)
		.filter((each) => each !== "session" || email !== null);
	const tokens = credentials.find((credential) => credential.kind === "bearer")?.schemes ?? [];
	const Icon = shown ? EyeOff : Eye;
	return (
		<div className="grid gap-3">
			<Field label="Authentication">
				{(control) => (
					<select
						{...control}
						value={kind}
						onChange={(event) =>
							onKind([...offered, "none" as const].find((each) => each === event.target.value) ?? kind)
						}
						className={controlClass()}
					>
						{[...offered, "none" as const].map((each) => (
							<option key={each} value={each}>
								{labels[each]}
							</option>
						))}
					</select>
				)}
			</Field>
			{kind === "key" || kind === "bearer" ? (
				<Field
					label={kind === "key" ? "API key" : "Token"}
					hint={`${kind === "bearer" ? `Takes ${tokens.map((name) => TOKENS[name] ?? name).join(" or ")}. ` : ""}Kept in memory only and forgotten when you leave this page.`}
				>
					{(control) => (
						<div className="flex gap-2">
							{/* No password field: browsers offer to store what is typed into one. */}
							<input
								{...control}
								type="text"
								autoComplete="off"
								autoCapitalize="none"
								autoCorrect="off"
								spellCheck={false}
								data-1p-ignore
								data-lpignore="true"
								value={secret}
								onChange={(event) => setSecret(event.target.value.trim())}
								className={controlClass(`font-mono ${shown ? "" : "[-webkit-text-security:disc]"}`)}
							/>
							<Button onClick={() => setShown(!shown)} aria-label={shown ? "Hide the value" : "Show the value"}>
								<Icon aria-hidden className="size-4" />
							</Button>
						</div>
					)}
				</Field>
			) : null}
		</div>
	);
}
