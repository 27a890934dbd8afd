import { isolate } from "@/lib/rules/text/isolate";
import type { TextField } from "./form-field";

/** A field that takes nothing but `expected`, before something is gone for good. */
export const typedToConfirm = (
	label: string,
	expected: string,
	isSame = (typed: string) => typed === expected,
): TextField => ({
	name: "typed",
	label,
	check: (typed) => (isSame(typed) ? null : `Type "${isolate(expected)}" exactly.`),
	input: { autoComplete: "off" },
});
