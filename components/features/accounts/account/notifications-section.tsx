"use client";

import { useEffect, useId, useRef } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { QueryCard } from "@/components/kit/ui/query-card";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { notificationSettingsQuery, useEditNotifications } from "@/lib/browser/notifications";
import { useQuery } from "@/lib/browser/use-query";
import { MAIL_MODES } from "@/lib/contract/constants";
import { NOTICES, type NoticeKind } from "@/lib/contract/events/events";
import type { EditNotifications, MailMode, NotificationSettings } from "@/lib/contract/notifications";

const MODE_WORDS = { at_once: "At once", daily: "Daily digest", never: "Never" } as const;

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The kinds and times of the reader's mails. */
export function NotificationsSection() {
	const query = useQuery(notificationSettingsQuery);
	return (
		<QueryCard title="Email notifications" query={query} what="The notification settings">
			{(settings) => (settings.mail ? <Settings settings={settings} /> : <Off />)}
		</QueryCard>
	);
}

const Off = () => (
	<p className="p-3 text-muted">This service sends no email. Your inbox has everything that concerns you.</p>
);

function Settings({ settings }: { settings: NotificationSettings }) {
	const edit = useEditNotifications();
	const { role } = useSessionUser();
	useZoneOfBrowser(settings, edit.mutate);
	// The choice, until the answer has it.
	const chosen = edit.isPending ? edit.variables : undefined;
	return (
		<div className="grid gap-4 p-3">
			<p className="text-muted">
				Emails go to <bdi>{settings.email}</bdi>. Changes are saved as you make them.
			</p>
			{edit.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(edit.error)}
				</Notice>
			)}
			<ul className="divide-y divide-line border-line border-y">
				{settings.kinds.map(({ kind, mode }) => (
					<ModeRow
						key={kind}
						kind={kind}
						mode={chosen?.kinds?.[kind] ?? mode}
						onChange={(picked) => edit.mutate({ kinds: { [kind]: picked } })}
					/>
				))}
			</ul>
			<DigestTime settings={settings} chosen={chosen} onChange={edit.mutate} />
			{role === "operator" ? <TestMail /> : null}
		</div>
	);
}

interface ModeRowProps {
	kind: NoticeKind;
	mode: MailMode;
	onChange: (mode: MailMode) => void;
}

/** A kind of notice, and how the reader is emailed about it. */
function ModeRow({ kind, mode, onChange }: ModeRowProps) {
	const id = useId();
	const pick = (value: string) => {
		const picked = MAIL_MODES.find((one) => one === value);
		if (picked !== undefined) onChange(picked);
	};
	return (
		<li className="flex items-center justify-between gap-3 py-1.5">
			<label htmlFor={id}>{NOTICES[kind].label}</label>
			<select
				id={id}
				value={mode}
				onChange={({ target }) => pick(target.value)}
				className={controlClass("max-w-36 shrink-0")}
			>
				{MAIL_MODES.map((one) => (
					<option key={one} value={one}>
						{MODE_WORDS[one]}
					</option>
				))}
			</select>
		</li>
	);
}

/** Readers without a time zone get the browser's when they first open the settings. */
function useZoneOfBrowser({ time_zone }: NotificationSettings, save: (body: EditNotifications) => void): void {
	const isSaved = useRef(false);
	useEffect(() => {
		if (time_zone !== null || isSaved.current) return;
		isSaved.current = true;
		save({ time_zone: browserZone() });
	}, [time_zone, save]);
}

interface DigestTimeProps {
	settings: NotificationSettings;
	chosen: EditNotifications | undefined;
	onChange: (body: EditNotifications) => void;
}

function DigestTime({ settings, chosen, onChange }: DigestTimeProps) {
	const zone = chosen?.time_zone ?? settings.time_zone ?? browserZone();
	const zones = Intl.supportedValuesOf("timeZone");
	return (
		<div className="grid gap-4 sm:grid-cols-2">
			<Field label="Daily digest at" hint="Sent only on days with something new.">
				{(control) => (
					<input
						{...control}
						key={settings.digest_time}
						type="time"
						required
						defaultValue={settings.digest_time}
						onBlur={({ target }) => {
							if (target.validity.valid && target.value !== settings.digest_time) {
								onChange({ digest_time: target.value.slice(0, 5) });
							}
						}}
						className={controlClass()}
					/>
				)}
			</Field>
			<Field label="Time zone">
				{(control) => (
					<select
						{...control}
						value={zone}
						onChange={({ target }) => onChange({ time_zone: target.value })}
						className={controlClass()}
					>
						{(zones.includes(zone) ? zones : [zone, ...zones]).map((one) => (
							<option key={one}>{one}</option>
						))}
					</select>
				)}
			</Field>
		</div>
	);
}

/** Whether mail works, for operators. */
function TestMail() {
	const test = useSend("POST /api/mail/test");
	return (
		<div className="grid gap-3 border-line border-t pt-4">
			<div>
				<Button onClick={() => test.mutate({})} pending={test.isPending}>
					Send test email
				</Button>
			</div>
			{test.data === undefined ? null : (
				<Notice kind="ok" alert>
					Sent to <bdi>{test.data.sent_to}</bdi>. The mail server answered: <bdi>{test.data.answer}</bdi>
				</Notice>
			)}
			{test.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(test.error)}
				</Notice>
			)}
		</div>
	);
}
