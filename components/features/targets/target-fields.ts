import type { z } from "zod";
import { createTargetBody, type TargetDetail } from "@/lib/contract/target";

const MEGABYTE = 1_000_000;
const HOUR = 3_600;

export type TargetFieldName =
	| "name"
	| "slug"
	| "type"
	| "memory_capacity"
	| "accepted_organizations"
	| "four_eyes"
	| "size_warning_factor"
	| "request_ttl_seconds"
	| "required_approvals"
	| "second_approval_for_delete"
	| "refuses_sensitive_places"
	| "organization";
export type TargetProblems = Partial<Record<TargetFieldName, string>>;
export type NewTarget = z.input<typeof createTargetBody>;

const text = (fields: FormData, name: TargetFieldName) => {
	const value = fields.get(name);
	return typeof value === "string" ? value.trim() : "";
};

/** An optional number in the unit of its field; the contract refuses other texts. */
const scaled = (written: string, unit: number): number | null =>
	written === "" ? null : Math.round(Number(written) * unit);

/** Bytes in the field's megabytes, seconds in its hours; empty for none. */
export const inMegabytes = (bytes: number | null): string => (bytes === null ? "" : String(bytes / MEGABYTE));
export const inHours = (seconds: number | null): string => (seconds === null ? "" : String(seconds / HOUR));

/** Reads the dialog's fields; returns the body, or a problem for each field. */
export function readTarget(fields: FormData): { body: NewTarget } | { problems: TargetProblems } {
	const organization = text(fields, "organization");
	const body: NewTarget = {
		name: text(fields, "name"),
		slug: text(fields, "slug"),
		type: text(fields, "type"),
		memory_capacity: scaled(text(fields, "memory_capacity"), MEGABYTE),
		accepted_organizations: [
			...new Set(
				text(fields, "accepted_organizations")
					.split(/[\s,]+/)
					.filter((slug) => slug !== ""),
			),
		],
		four_eyes: fields.get("four_eyes") === "on",
		size_warning_factor: Number(text(fields, "size_warning_factor")),
		request_ttl_seconds: scaled(text(fields, "request_ttl_seconds"), HOUR),
		required_approvals: Number(text(fields, "required_approvals")),
		second_approval_for_delete: fields.get("second_approval_for_delete") === "on",
		refuses_sensitive_places: fields.get("refuses_sensitive_places") === "on",
		...(organization === "" ? {} : { organization }),
	};
	const problems: TargetProblems = {};
	for (const { path, message } of createTargetBody.safeParse(body).error?.issues ?? []) {
		const field = path[0] as TargetFieldName;
		problems[field] ??= `This ${message.startsWith("must") ? message : "is not valid"}.`;
	}
	return Object.keys(problems).length > 0 ? { problems } : { body };
}

/** What the fields of one value hold at first: the target's settings, or those of a new one. */
export function targetDefaults(target: TargetDetail | null): Record<
	Exclude<TargetFieldName, "accepted_organizations">,
	string
> & {
	fourEyes: boolean;
	secondForDelete: boolean;
	refusesSensitive: boolean;
} {
	return {
		name: target?.name ?? "",
		slug: target?.slug ?? "",
		type: target?.type ?? "on-premises",
		memory_capacity: inMegabytes(target?.memory_capacity ?? null),
		four_eyes: "",
		fourEyes: target?.four_eyes ?? false,
		size_warning_factor: String(target?.size_warning_factor ?? 2),
		request_ttl_seconds: inHours(target?.request_ttl_seconds ?? null),
		required_approvals: String(target?.required_approvals ?? 1),
		second_approval_for_delete: "",
		secondForDelete: target?.second_approval_for_delete ?? false,
		refuses_sensitive_places: "",
		refusesSensitive: target?.refuses_sensitive_places ?? false,
		organization: "",
	};
}
