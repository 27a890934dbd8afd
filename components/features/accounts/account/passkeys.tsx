"use client";

import { useState } from "react";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import type { Account } from "@/lib/contract/account";
import type { Passkey } from "@/lib/contract/passkey";
import { PASSKEY_NAME_FIELD } from "./passkey-name-field";
import { RemoveFactorDialog } from "./remove-factor-dialog";

const AddPasskeyDialog = lazyDialog(() => import("./add-passkey-dialog").then((module) => module.AddPasskeyDialog));
const DIALOGS = [AddPasskeyDialog] as const;

interface PasskeysProps {
	account: Account;
	/** Whether the reader has one second factor alone. */
	last: boolean;
	/** Why the last second factor stays; null: it can go. */
	kept: string | null;
}

type OpenDialog = "add" | { readonly act: "rename" | "remove"; readonly passkey: Passkey };

/** The reader's passkeys: each has a name, and is renamed and removed. */
export function Passkeys({ account, last, kept }: PasskeysProps) {
	useAtHand(DIALOGS);
	const [asked, setAsked] = useState<OpenDialog | null>(null);
	const close = () => setAsked(null);
	const { passkeys, enabled } = account.second_factor;
	return (
		<>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="grid min-w-0">
					<span>Passkeys</span>
					<span className="text-muted text-small">Your fingerprint, face, PIN or a security key.</span>
				</div>
				<Button
					onClick={() => setAsked("add")}
					unavailable={account.has_password ? null : "You sign in without a password."}
				>
					Add a passkey…
				</Button>
			</div>
			{passkeys.length === 0 ? null : (
				<ul aria-label="Passkeys" className="rounded-md border border-line">
					{passkeys.map((passkey) => (
						<PasskeyRow key={passkey.id} passkey={passkey} kept={kept} onAsk={setAsked} />
					))}
				</ul>
			)}
			{asked === null ? null : asked === "add" ? (
				<AddPasskeyDialog first={!enabled} onClose={close} />
			) : asked.act === "rename" ? (
				<RenamePasskeyDialog passkey={asked.passkey} onClose={close} />
			) : (
				<RemovePasskeyDialog passkey={asked.passkey} last={last} onClose={close} />
			)}
		</>
	);
}

interface PasskeyRowProps {
	passkey: Passkey;
	kept: string | null;
	onAsk: (asked: OpenDialog) => void;
}

function PasskeyRow({ passkey, kept, onAsk }: PasskeyRowProps) {
	const { name, added_at: addedAt, last_used_at: usedAt } = passkey;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-2 first:border-t-0">
			<div className="grid min-w-0 flex-1 basis-48">
				<bdi className="break-words">{name}</bdi>
				<span className="text-muted text-small">
					added <RelativeTime iso={addedAt} sentence />
					{usedAt === null ? null : (
						<>
							{" "}
							· last used <RelativeTime iso={usedAt} sentence />
						</>
					)}
				</span>
			</div>
			<Button aria-label={`Rename ${name}…`} onClick={() => onAsk({ act: "rename", passkey })}>
				Rename…
			</Button>
			<Button
				aria-label={`Remove ${name}…`}
				variant="danger"
				unavailable={kept}
				onClick={() => onAsk({ act: "remove", passkey })}
			>
				Remove…
			</Button>
		</li>
	);
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
	const rename = useSend("PATCH /api/account/passkeys/[passkey_id]");
	return (
		<FormDialog
			item={passkey}
			title="Rename passkey"
			action="Rename"
			fields={[PASSKEY_NAME_FIELD]}
			saving={rename}
			send={(body: { name: string }, then) => rename.mutate({ passkey_id: passkey.id, body }, then)}
			done={() => null}
			onClose={onClose}
		/>
	);
}

interface RemovePasskeyDialogProps {
	passkey: Passkey;
	last: boolean;
	onClose: () => void;
}

function RemovePasskeyDialog({ passkey: { id, name }, last, onClose }: RemovePasskeyDialogProps) {
	const removing = useSend("DELETE /api/account/passkeys/[passkey_id]");
	return (
		<RemoveFactorDialog
			title={`Remove the passkey ${name}?`}
			consequence="It no longer signs you in. You can delete it from the device, too."
			last={last}
			done="Passkey removed"
			removing={removing}
			remove={(then) => removing.mutate({ passkey_id: id }, then)}
			onClose={onClose}
		/>
	);
}
