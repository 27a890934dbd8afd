"use client";

import { useEffect, useState } from "react";
import { renderSVG } from "uqr";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Copyable } from "@/components/kit/ui/copyable";
import { controlClass, Field } from "@/components/kit/ui/field";
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
	const [missing, setMissing] = useState(false);
	const { mutate } = begin;
	useEffect(() => mutate({}), [mutate]);
	if (add.data?.recovery_codes) return <RecoveryCodesDialog issued={add.data} onClose={onAdded} />;
	const { secret, uri } = begin.data ?? {};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title="Add an authenticator app"
			description="Scan the code with the app, then enter what the app shows. You are signed out everywhere else."
			action="Add app"
			pending={add.isPending}
			error={add.error ?? begin.error}
			unavailable={uri ? null : "Wait for the code."}
			onSubmit={(fields) => {
				const code = String(fields.get("code") ?? "").trim();
				setMissing(code === "");
				if (code !== "") add.mutate({ body: { code } });
			}}
		>
			{uri && secret ? (
				<>
					<QrCode uri={uri} label={`QR code of ${isolate(email)} for an authenticator app`} />
					<Copyable label="Or enter this secret" text={secret} />
				</>
			) : (
				<div className="grid gap-3" aria-busy={begin.isPending}>
					<Skeleton className="w-60" />
					<Skeleton className="w-40" />
				</div>
			)}
			<Field label="Code from the app" error={missing ? "Enter the code that the app shows." : null}>
				{(control) => (
					<input
						{...control}
						name="code"
						inputMode="numeric"
						autoComplete="one-time-code"
						maxLength={20}
						required
						className={controlClass("font-mono")}
					/>
				)}
			</Field>
		</ActionDialog>
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
