import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Judgment } from "@/components/kit/ui/field-error";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { signInSecret } from "@/lib/rules/text/sign-in-secret";

/** Takes a link whose end mail protection has dropped; its secret alone is enough. */
export function LinkForm({ onSecret }: { onSecret: (secret: string) => void }) {
	const [problem, setProblem] = useState<{ sentence: string } | null>(null);
	const link = useRef<HTMLInputElement>(null);
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const secret = signInSecret(link.current?.value ?? "");
		if (secret !== undefined) return onSecret(secret);
		setProblem({ sentence: "Paste the full link, up to its last character." });
		link.current?.focus();
	};
	return (
		<form method="post" noValidate onSubmit={submit} className="grid gap-4">
			<Notice kind="warn">This link is incomplete. Open the full link you were sent, or paste it here.</Notice>
			<Judgment value={problem}>
				<Field label="Link" error={problem?.sentence}>
					{(control) => (
						<input
							{...control}
							ref={link}
							autoComplete="off"
							autoCapitalize="none"
							spellCheck={false}
							required
							className={controlClass()}
						/>
					)}
				</Field>
			</Judgment>
			<Button type="submit" variant="primary">
				Continue
			</Button>
			<Link href="/signin" className="-my-0.5 justify-self-start rounded-sm py-0.5 text-accent">
				Sign in with an existing password
			</Link>
		</form>
	);
}
