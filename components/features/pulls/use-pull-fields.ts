import { useState } from "react";
import type { FormFields, Option, TextField } from "@/components/kit/form/form-field";
import type { FormShape } from "@/components/kit/form/read-form";
import type { Pull } from "@/lib/contract/pull";

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const ADDRESSES = "https://… or s3://bucket/key?region=eu-central-1";
const STORED_QUERY_HINT =
	"Its query (after ?) is stored and not shown. It is kept while you leave the address as it is.";
const STORED_SECRET_HINT = "Stored and not shown. Leave empty to keep it for the same host.";

/** The fields of a dialog that sets from where and when a file is pulled. */
export function usePullFields(
	given: Pull | null,
	modes: readonly Option[],
): { pull: Pull | null; fields: FormFields; body: NonNullable<FormShape<object>["body"]> } {
	// As it was when the dialog opened: a pull that ends meanwhile changes nothing here.
	const [pull] = useState(given);
	const [isDaily, setDaily] = useState(pull === null || pull.daily_at !== null);
	const [isBucket, setBucket] = useState(pull?.url.startsWith("s3:") ?? false);
	const fields: FormFields = [
		{
			name: "url",
			label: "Address",
			mono: true,
			hint: pull?.has_query ? STORED_QUERY_HINT : ADDRESSES,
			input: {
				maxLength: 2_000,
				autoComplete: "off",
				spellCheck: false,
				onChange: ({ target }) => setBucket(target.value.trim().startsWith("s3:")),
			},
		},
		[
			{ kind: "choice", name: "mode", label: "A new file", options: modes },
			{
				kind: "choice",
				name: "pull",
				label: "Pull",
				value: isDaily ? "daily" : "hours",
				options: [
					{ value: "daily", label: "once a day" },
					{ value: "hours", label: "every few hours" },
				],
				onChange: (chosen) => setDaily(chosen === "daily"),
			},
		],
		...(isDaily ? DAILY : HOURS),
		isBucket ? keyFields(pull) : headerFields(pull),
	];
	return { pull, fields, body: bodyOf };
}

const bodyOf: NonNullable<FormShape<object>["body"]> = ({
	pull: _,
	header,
	header_value: value,
	access_key_id,
	secret_access_key,
	...values
}) => ({
	...values,
	// Left empty, what is stored stays.
	...(header && value ? { header: { field: header, value } } : {}),
	...(access_key_id && secret_access_key ? { s3_keys: { access_key_id, secret_access_key } } : {}),
});

const HOURS: FormFields = [
	{ kind: "number", name: "every_hours", label: "Hours between pulls", value: 6, min: 1, max: 720 },
];
const DAILY: FormFields = [
	[
		{ name: "daily_at", label: "Time of day", value: "03:00", input: { type: "time" } },
		{
			name: "time_zone",
			label: "Time zone",
			value: browserZone(),
			hint: "Such as Europe/Berlin.",
			input: { autoComplete: "off" },
			read: (zone) => zone || null,
		},
	],
];

const secretField = (name: string, label: string, kept: boolean): TextField => ({
	name,
	label,
	optional: true,
	hint: kept ? STORED_SECRET_HINT : undefined,
	input: { type: "password", autoComplete: "new-password" },
});

const headerFields = (pull: Pull | null): TextField[] => [
	{
		name: "header",
		label: "Header",
		optional: true,
		value: pull?.header_name,
		hint: "Sent with each request, such as Authorization.",
		input: { maxLength: 100, autoComplete: "off" },
	},
	secretField("header_value", "Value of the header", pull !== null && pull.header_name !== null),
];

const keyFields = (pull: Pull | null): TextField[] => [
	{
		name: "access_key_id",
		label: "Access key",
		optional: true,
		mono: true,
		hint: "Leave empty for the keys of the service's environment.",
		input: { maxLength: 200, autoComplete: "off" },
	},
	secretField("secret_access_key", "Secret key", pull !== null && pull.access_key_id !== null),
];
