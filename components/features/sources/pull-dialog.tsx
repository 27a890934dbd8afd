"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import {
	type InventoryPull,
	type InventorySourceDetail,
	inventoryImportMode,
	setInventoryPullBody,
} from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets from where and when the data of a source are pulled. */
export function PullDialog({ source, onClose }: { source: InventorySourceDetail; onClose: () => void }) {
	const save = useSend("PUT /api/inventory-sources/[inventory_source_slug]/pull");
	// As it was when the dialog opened: a pull that ends meanwhile changes nothing here.
	const [pull] = useState(source.pull);
	const [isDaily, setDaily] = useState(pull === null || pull.daily_at !== null);
	const [isBucket, setBucket] = useState(pull?.url.startsWith("s3:") ?? false);
	const [problems, setProblems] = useState<Record<string, string>>({});
	const submit = (fields: FormData) => {
		const read = setInventoryPullBody.safeParse(bodyOf(fields, isDaily, isBucket));
		setProblems(
			Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), `This ${message}.`])),
		);
		if (!read.success) return;
		save.mutate(
			{ inventory_source_slug: source.slug, body: read.data },
			{
				onSuccess: () => {
					toast.success(`${isolate(source.name)} is pulled now and on schedule`);
					onClose();
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Pull the data of ${isolate(source.name)}`}
			description="The first pull starts at once. A file that has not changed is not fetched again."
			action="Save and pull"
			pending={save.isPending}
			error={save.error}
			onSubmit={submit}
		>
			<Field label="Address" error={problems.url} hint={pull?.has_query ? KEPT_QUERY : ADDRESSES}>
				{(control) => (
					<input
						{...control}
						name="url"
						defaultValue={pull?.url ?? ""}
						onChange={({ target }) => setBucket(target.value.trim().startsWith("s3:"))}
						maxLength={2_000}
						autoComplete="off"
						spellCheck={false}
						className={controlClass("font-mono")}
					/>
				)}
			</Field>
			<div className="grid gap-4 sm:grid-cols-2">
				<Field label="A new file">
					{(control) => (
						<select {...control} name="mode" defaultValue={pull?.mode ?? "replace"} className={controlClass()}>
							<option value="replace">replaces the data</option>
							<option value="append">is appended</option>
						</select>
					)}
				</Field>
				<Field label="Pull">
					{(control) => (
						<select
							{...control}
							value={isDaily ? "daily" : "hours"}
							onChange={({ target }) => setDaily(target.value === "daily")}
							className={controlClass()}
						>
							<option value="daily">once a day</option>
							<option value="hours">every few hours</option>
						</select>
					)}
				</Field>
			</div>
			<Schedule pull={pull} isDaily={isDaily} problems={problems} />
			{isBucket ? <Keys pull={pull} /> : <Header pull={pull} problems={problems} />}
		</ActionDialog>
	);
}

const ADDRESSES = "https://… or s3://bucket/key?region=eu-central-1";
const KEPT_QUERY = "Its query (after ?) is stored and not shown. It is kept while you leave the address as it is.";

function bodyOf(fields: FormData, isDaily: boolean, isBucket: boolean) {
	const text = (name: string) => String(fields.get(name) ?? "").trim();
	const given = (name: string, value: string) => text(name) !== "" && text(value) !== "";
	return {
		url: text("url"),
		mode: inventoryImportMode.catch("replace").parse(text("mode")),
		...(isDaily
			? { daily_at: text("daily_at"), time_zone: text("time_zone") || null }
			: { every_hours: Number(text("every_hours")) }),
		// Left empty, what is stored stays.
		...(!isBucket && given("header_name", "header_value")
			? { header: { field: text("header_name"), value: text("header_value") } }
			: {}),
		...(isBucket && given("access_key_id", "secret_access_key")
			? { s3_keys: { access_key_id: text("access_key_id"), secret_access_key: text("secret_access_key") } }
			: {}),
	};
}

interface PartProps {
	pull: InventoryPull | null;
	problems: Record<string, string>;
}

function Schedule({ pull, isDaily, problems }: PartProps & { isDaily: boolean }) {
	if (!isDaily) {
		return (
			<Field label="Hours between pulls" error={problems.every_hours}>
				{(control) => (
					<input
						{...control}
						name="every_hours"
						type="number"
						min={1}
						max={720}
						defaultValue={pull?.every_hours ?? 6}
						className={controlClass("w-32")}
					/>
				)}
			</Field>
		);
	}
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<Field label="Time of day" error={problems.daily_at}>
				{(control) => (
					<input
						{...control}
						name="daily_at"
						type="time"
						defaultValue={pull?.daily_at ?? "03:00"}
						className={controlClass()}
					/>
				)}
			</Field>
			<Field label="Time zone" error={problems.time_zone} hint="Such as Europe/Berlin.">
				{(control) => (
					<input
						{...control}
						name="time_zone"
						defaultValue={pull?.time_zone ?? browserZone()}
						autoComplete="off"
						className={controlClass()}
					/>
				)}
			</Field>
		</div>
	);
}

const KEPT = "Stored and not shown. Leave empty to keep it for the same host.";

function Header({ pull, problems }: PartProps) {
	const kept = pull !== null && pull.header_name !== null;
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<Field label="Header" optional error={problems.header} hint="Sent with each request, such as Authorization.">
				{(control) => (
					<input
						{...control}
						name="header_name"
						defaultValue={pull?.header_name ?? ""}
						maxLength={100}
						autoComplete="off"
						className={controlClass()}
					/>
				)}
			</Field>
			<Field label="Value of the header" optional {...(kept ? { hint: KEPT } : {})}>
				{(control) => <Secret control={control} name="header_value" />}
			</Field>
		</div>
	);
}

function Keys({ pull }: { pull: InventoryPull | null }) {
	const kept = pull !== null && pull.access_key_id !== null;
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<Field label="Access key" optional hint="Leave empty for the keys of the service's environment.">
				{(control) => (
					<input
						{...control}
						name="access_key_id"
						defaultValue={pull?.access_key_id ?? ""}
						maxLength={200}
						autoComplete="off"
						className={controlClass("font-mono")}
					/>
				)}
			</Field>
			<Field label="Secret key" optional {...(kept ? { hint: KEPT } : {})}>
				{(control) => <Secret control={control} name="secret_access_key" />}
			</Field>
		</div>
	);
}

function Secret({ control, name }: { control: { id: string }; name: string }) {
	return <input {...control} name={name} type="password" autoComplete="new-password" className={controlClass()} />;
}
