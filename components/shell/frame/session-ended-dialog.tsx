"use client";

import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Or } from "@/components/shell/signin/or";
import { SignInElsewhere } from "@/components/shell/signin/sign-in-elsewhere";
import type { SignInWays } from "@/components/shell/signin/sign-in-ways";
import { SignInForm } from "@/components/shell/signin/signin-form";
import { goToSignIn } from "./session-end";

export interface SessionEndedDialogProps {
	/** The user of the session: nobody else may continue with their input. */
	email: string;
	userId: string;
	ways: SignInWays;
	onSignedIn: () => void;
}

/** Sign-in above the page, so that unfinished input stays. */
export function SessionEndedDialog({ email, userId, ways, onSignedIn }: SessionEndedDialogProps) {
	return (
		<Dialog
			onClose={() => {}}
			closable={false}
			title="Your session has ended"
			description="What you entered and selected is still here. Sign in again to continue."
		>
			<DialogBody>
				<div className="grid gap-4">
					{ways.singleSignOn === null ? null : (
						<SignInElsewhere label={ways.singleSignOn} userId={userId} onSignedIn={onSignedIn} />
					)}
					{ways.singleSignOn !== null && ways.passwords ? <Or /> : null}
					{ways.passwords ? <SignInForm email={email} onSignedIn={onSignedIn} /> : null}
				</div>
			</DialogBody>
			<DialogActions>
				<Button variant="quiet" onClick={goToSignIn}>
					Discard it and go to the sign-in page
				</Button>
			</DialogActions>
		</Dialog>
	);
}
