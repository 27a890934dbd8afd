"use client";

import { toast } from "sonner";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { useAddPasskey } from "@/lib/browser/account";
import { PASSKEY_NAME_FIELD } from "./passkey-name-field";
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
	if (add.data?.recovery_codes) return <RecoveryCodesDialog issued={add.data} onClose={onAdded} />;
	const onSuccess = ({ recovery_codes }: { recovery_codes: string[] | null }) => {
		if (recovery_codes !== null) return;
		toast.success("Passkey added");
		onAdded();
	};
	const asks = "Your device or security key asks for your fingerprint, face or PIN.";
	return (
		<FormDialog
			title="Add a passkey"
			description={first ? `${asks} You'll be signed out on other devices.` : asks}
			action="Add passkey"
			fields={[PASSKEY_NAME_FIELD]}
			saving={add}
			send={({ name }: { name: string }) => add.mutate(name, { onSuccess })}
			onClose={onClose}
		/>
	);
}
