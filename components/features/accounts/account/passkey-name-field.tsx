import { controlClass, Field } from "@/components/kit/ui/field";
import { NAME_LENGTH } from "@/lib/contract/constants";

/** The name of a passkey, by which its user knows the device. */
export function PasskeyNameField({ missing, value = "" }: { missing: boolean; value?: string }) {
	return (
		<Field
			label="Name"
			hint="Where it is kept, such as “Laptop” or “Blue security key”."
			error={missing ? "Enter a name." : null}
		>
			{(control) => (
				<input
					{...control}
					name="name"
					defaultValue={value}
					autoComplete="off"
					maxLength={NAME_LENGTH}
					required
					className={controlClass()}
				/>
			)}
		</Field>
	);
}
