import { ShownOnceDialog } from "@/components/kit/ui/shown-once-dialog";
import type { RecoveryCodes } from "@/lib/contract/account";

/** Recovery codes, shown once. */
export function RecoveryCodesDialog({ issued, onClose }: { issued: RecoveryCodes; onClose: () => void }) {
	return (
		<ShownOnceDialog
			title="Your recovery codes"
			label="Recovery codes"
			secret={issued.recovery_codes?.join("\n") ?? null}
			note={issued.recovery_codes_note}
			rows={10}
			onClose={onClose}
		>
			<p className="text-muted">
				Each one signs you in once, beside your password, when you don't have your phone. Keep them where you keep
				passwords.
			</p>
		</ShownOnceDialog>
	);
}
