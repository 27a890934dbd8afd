import type { TextField } from "@/components/kit/form/form-field";
import { NAME_LENGTH } from "@/lib/contract/constants";

/** The name of a passkey, by which its user knows the device. */
export const PASSKEY_NAME_FIELD: TextField = {
	name: "name",
	label: "Name",
	hint: "Where it is kept, such as “Laptop” or “Blue security key”.",
	required: "Enter a name.",
	input: { autoComplete: "off", maxLength: NAME_LENGTH },
};
