"use client";

import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { SignInForm } from "@/components/shell/signin/signin-form";
import { goToSignIn } from "./session-end";

export interface SessionEndedDialogProps {
	/** Whose session it was: nobody else goes on with what they have typed. */
	email: string;
	onSignedIn: () => void;
}

/** Sign-in above the page, so that what is half-typed there stays. */
export function SessionEndedDialog({ email, onSignedIn }: SessionEndedDialogProps) {
	return (
		<Dialog
			open
			onOpenChange={() => {}}
			closable={false}
			title="Your session has ended"
			description="What you entered and selected is still here. Sign in again to continue."
		>
			<DialogBody>
				<SignInForm email={email} onSignedIn={onSignedIn} />
			</DialogBody>
			<DialogActions>
				<Button variant="quiet" onClick={goToSignIn}>
					Discard it and go to the sign-in page
				</Button>
			</DialogActions>
		</Dialog>
	);
}
