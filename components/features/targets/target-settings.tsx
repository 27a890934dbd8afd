import type { ReactNode } from "react";
import type { NumberField, SwitchField } from "@/components/kit/form/form-field";
import { Bytes } from "@/components/kit/ui/bytes";
import { formatDuration, formatPlural } from "@/lib/browser/format";
import type { TargetDetail } from "@/lib/contract/target";
import { TARGET_SWITCHES } from "@/lib/contract/target-switches";

const MEGABYTE = 1_000_000;
const HOUR = 3_600;

/** A setting of a target: its field of the form, and its row on the target's page. */
type TargetSetting = (NumberField | SwitchField) & {
	name: keyof TargetDetail;
	title: string;
	words: (target: TargetDetail) => ReactNode;
};

const SWITCHES = (Object.keys(TARGET_SWITCHES) as (keyof typeof TARGET_SWITCHES)[]).map((name): TargetSetting => {
	const { label, hint, title, on, off } = TARGET_SWITCHES[name];
	return { kind: "switch", name, label, hint, title, words: (target) => (target[name] ? on : off) };
});

/** The settings of a target, in the order of its page. */
export const TARGET_SETTINGS: readonly TargetSetting[] = [
	{
		kind: "number",
		name: "memory_capacity",
		label: "Memory capacity (MB)",
		optional: true,
		unit: MEGABYTE,
		min: 0,
		hint: "Leave empty if unknown.",
		title: "Memory capacity",
		words: ({ memory_capacity: bytes }) => (bytes === null ? "not set" : <Bytes value={bytes} exact />),
	},
	{
		kind: "number",
		name: "required_approvals",
		label: "Approvals required (1–5)",
		value: 1,
		min: 1,
		hint: "The last approval activates. One person's keys count once.",
		title: "Approvals",
		words: ({ required_approvals: number }) =>
			`${formatPlural(number, "administrator")} to activate${number > 1 ? "; keys that one person issued count once" : ""}`,
	},
	...SWITCHES,
	{
		kind: "number",
		name: "size_warning_factor",
		label: "Size warning (factor)",
		value: 2,
		min: 1,
		hint: "Warn when a file grows by more than this factor.",
		title: "Size warning",
		words: ({ size_warning_factor }) => `from ${size_warning_factor} times the previous build`,
	},
	{
		kind: "number",
		name: "request_ttl_seconds",
		label: "Requests expire after (hours)",
		optional: true,
		unit: HOUR,
		min: 0,
		hint: "Leave empty for never.",
		title: "Requests expire",
		words: ({ request_ttl_seconds: ttl }) => (ttl === null ? "never" : `after ${formatDuration(ttl)}`),
	},
];
