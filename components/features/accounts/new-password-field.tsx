import type { Ref } from "react";
import { controlClass, Field, type FieldProps } from "@/components/kit/ui/field";
import { PASSWORD_LENGTH } from "@/lib/contract/constants";

export const NEW_PASSWORD_HINT = `At least ${PASSWORD_LENGTH.min} characters. A few words are easy to remember.`;

type NewPasswordFieldProps = Pick<FieldProps, "label" | "hint" | "error"> & {
	name?: string;
	ref?: Ref<HTMLInputElement>;
};

/** A field for a password that is chosen now. */
export function NewPasswordField({ name, ref, ...field }: NewPasswordFieldProps) {
	return (
		<Field {...field}>
			{(control) => (
				<input
					{...control}
					ref={ref}
					name={name}
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
