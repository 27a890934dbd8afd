"use client";

import { useEffect } from "react";
import { renderSVG } from "uqr";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Copyable } from "@/components/kit/ui/copyable";
import { Skeleton } from "@/components/kit/ui/states";
import { useSend } from "@/lib/browser/api";
import { isolate } from "@/lib/rules/text/isolate";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

interface AddAppDialogProps {
	email: string;
	onClose: () => void;
	/** Once the app is added and the recovery codes are copied. */
	onAdded?: () => void;
}

/** Adds an authenticator app: its QR code, the secret as text, and the first code as proof. */
export function AddAppDialog({ email, onClose, onAdded = onClose }: AddAppDialogProps) {
	const begin = useSend("POST /api/account/totp", { gcTime: 0 });
	const add = useSend("POST /api/account/totp/confirm", { gcTime: 0 });
	const { mutate } = begin;
	useEffect(() => mutate({}), [mutate]);
	if (add.data?.recovery_codes) return <RecoveryCodesDialog issued={add.data} onClose={onAdded} />;
	const { secret, uri } = begin.data ?? {};
	return (
		<FormDialog
			title="Add an authenticator app"
			description="Scan the code with the app, then enter what the app shows. You'll be signed out on other devices."
			action="Add app"
			unavailable={uri ? null : "Wait for the code."}
			fields={[
				{
					kind: "own",
					render: () =>
						uri && secret ? (
							<>
								<QrCode uri={uri} label={`QR code of ${isolate(email)} for an authenticator app`} />
								<Copyable label="Or enter this secret" text={secret} />
							</>
						) : (
							<div className="grid gap-3" aria-busy={begin.isPending}>
								<Skeleton className="w-60" />
								<Skeleton className="w-40" />
							</div>
						),
				},
				{
					name: "code",
					label: "Code from the app",
					mono: true,
					required: "Enter the code that the app shows.",
					input: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 },
				},
			]}
			saving={{ isPending: add.isPending, error: add.error ?? begin.error }}
			send={(body: { code: string }) => add.mutate({ body })}
			onClose={onClose}
		/>
	);
}

/**
 * Black on white in both themes, as cameras read it; drawn here, so that the secret goes nowhere.
 */
function QrCode({ uri, label }: { uri: string; label: string }) {
	const source = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
	// biome-ignore lint/performance/noImgElement: a data address has nothing to be optimized
	return <img src={source} alt={label} className="size-48 justify-self-center rounded-md" />;
}
