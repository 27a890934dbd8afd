import type { TextField } from "@/components/kit/form/form-field";
import { textOf } from "@/components/kit/form/read-form";
import { comparableText } from "@/lib/rules/text/comparable-text";

/** The fields of a design's first set. */
export const SET_FIELDS: TextField[] = [
	{
		name: "set_name",
		label: "Set name",
		optional: true,
		hint: "Defaults to the design's name.",
		input: { maxLength: 200 },
	},
	{
		name: "targeting_code",
		label: "Targeting code",
		optional: true,
		mono: true,
		hint: "Returned by lookups. Defaults to the set's name.",
		input: { maxLength: 64 },
	},
];

/** The body of a new design. A set needs a name even while the design has none to give it. */
export function newDesignBody(form: FormData) {
	const name = textOf(form, "name");
	const code = comparableText(textOf(form, "targeting_code"));
	const set = {
		set_name: textOf(form, "set_name") || name || "1",
		...(code === "" ? {} : { targeting_code: code }),
	};
	// A set of an audience design needs an audience, which is built in the editor.
	return form.get("type") === "audience"
		? { name, type: "audience", sets: [] }
		: { name, type: "proximity", sets: [set] };
}
