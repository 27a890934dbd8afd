import type { Ref } from "react";
import { controlClass, Field } from "@/components/kit/ui/field";

interface CodeFieldProps {
	error: string | null;
	ref?: Ref<HTMLInputElement>;
}

/** The code of a second factor, named `code` in its form. */
export function CodeField({ error, ref }: CodeFieldProps) {
	return (
		<Field label="Code" error={error} hint="From your authenticator app, or one of your recovery codes.">
			{(control) => (
				<input
					{...control}
					ref={ref}
					name="code"
					autoComplete="one-time-code"
					autoCapitalize="none"
					spellCheck={false}
					required
					maxLength={100}
					className={controlClass("font-mono")}
				/>
			)}
		</Field>
	);
}
