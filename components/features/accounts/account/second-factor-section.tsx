"use client";

import { useState } from "react";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Notice } from "@/components/kit/ui/notice";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import type { Account } from "@/lib/contract/account";
import { Passkeys } from "./passkeys";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { RemoveFactorDialog } from "./remove-factor-dialog";

const AddAppDialog = lazyDialog(() => import("./add-app-dialog").then((module) => module.AddAppDialog));
const DIALOGS = [AddAppDialog] as const;

/** The number of recovery codes at which the page advises to create others. */
const FEW_CODES = 3;

type OpenDialog = "add" | "remove" | "codes";

/** The reader's second factors: an authenticator app or passkeys, with recovery codes. */
export function SecondFactorSection({ account }: { account: Account }) {
	useAtHand(DIALOGS);
	const [asked, setAsked] = useState<OpenDialog | null>(null);
	const { totp, passkeys, enabled, required, recovery_codes_left: left } = account.second_factor;
	const last = passkeys.length + (totp === null ? 0 : 1) === 1;
	const kept = last && required ? "Your organization requires a second factor." : null;
	const close = () => setAsked(null);
	return (
		<Card title="Second factor">
			<div className="grid gap-3 p-3">
				<div className="flex flex-wrap items-center justify-between gap-3">
					<div className="grid min-w-0">
						<span>Authenticator app</span>
						<span className="text-muted text-small">
							{totp === null ? (
								"A code from your phone, beside the password."
							) : (
								<>
									added <RelativeTime iso={totp.added_at} sentence />
									{totp.last_used_at === null ? null : (
										<>
											{" "}
											· last used <RelativeTime iso={totp.last_used_at} sentence />
										</>
									)}
								</>
							)}
						</span>
					</div>
					{totp === null ? (
						<Button
							onClick={() => setAsked("add")}
							unavailable={account.has_password ? null : "You sign in without a password."}
						>
							Add an app…
						</Button>
					) : (
						<Button variant="danger" unavailable={kept} onClick={() => setAsked("remove")}>
							Remove…
						</Button>
					)}
				</div>
				<Passkeys account={account} last={last} kept={kept} />
				{enabled ? (
					<>
						{left <= FEW_CODES ? (
							<Notice kind="warn">
								{left === 0 ? "No recovery codes are left." : `Only ${formatPlural(left, "recovery code")} left.`}{" "}
								Create new ones, so that you can sign in without your phone.
							</Notice>
						) : null}
						<div className="flex flex-wrap items-center justify-between gap-3">
							<div className="grid min-w-0">
								<span>Recovery codes</span>
								<span className="text-muted text-small">{formatPlural(left, "code")} left, for use once each</span>
							</div>
							<Button onClick={() => setAsked("codes")}>New codes…</Button>
						</div>
					</>
				) : null}
			</div>
			{asked === "add" ? <AddAppDialog email={account.email} onClose={close} /> : null}
			{asked === "remove" ? <RemoveAppDialog last={last} onClose={close} /> : null}
			{asked === "codes" ? <NewCodesDialog onClose={close} /> : null}
		</Card>
	);
}

function RemoveAppDialog({ last, onClose }: { last: boolean; onClose: () => void }) {
	const removing = useSend("DELETE /api/account/totp");
	return (
		<RemoveFactorDialog
			title="Remove the authenticator app?"
			consequence="Its codes no longer sign you in. Your passkeys do."
			last={last}
			done="Authenticator app removed"
			removing={removing}
			remove={(then) => removing.mutate({}, then)}
			onClose={onClose}
		/>
	);
}

function NewCodesDialog({ onClose }: { onClose: () => void }) {
	const create = useSend("POST /api/account/recovery-codes", { gcTime: 0 });
	if (create.data !== undefined) return <RecoveryCodesDialog issued={create.data} onClose={onClose} />;
	return (
		<FormDialog
			title="Create new recovery codes?"
			description="Your current codes stop working at once."
			action="Create codes"
			saving={create}
			send={() => create.mutate({})}
			onClose={onClose}
		/>
	);
}
