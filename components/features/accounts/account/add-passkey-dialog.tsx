"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useAddPasskey } from "@/lib/browser/account";
import { PasskeyNameField } from "./passkey-name-field";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

interface AddPasskeyDialogProps {
	/** Whether it is the first second factor. */
	first: boolean;
	onClose: () => void;
	/** Once the passkey is added and the recovery codes are copied. */
	onAdded?: () => void;
}

/** Adds a passkey by a name; the browser then asks for the device. */
export function AddPasskeyDialog({ first, onClose, onAdded = onClose }: AddPasskeyDialogProps) {
	const add = useAddPasskey();
	const [missing, setMissing] = useState(false);
	if (add.data?.recovery_codes) return <RecoveryCodesDialog issued={add.data} onClose={onAdded} />;
	const onSuccess = ({ recovery_codes }: { recovery_codes: string[] | null }) => {
		if (recovery_codes !== null) return;
		toast.success("Passkey added");
		onAdded();
	};
	const asks = "Your device or security key asks for your fingerprint, face or PIN.";
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title="Add a passkey"
			description={first ? `${asks} You are signed out everywhere else.` : asks}
			action="Add passkey"
			pending={add.isPending}
			error={add.error}
			onSubmit={(fields) => {
				const name = String(fields.get("name") ?? "").trim();
				setMissing(name === "");
				if (name !== "") add.mutate(name, { onSuccess });
			}}
		>
			<PasskeyNameField missing={missing} />
		</ActionDialog>
	);
}
