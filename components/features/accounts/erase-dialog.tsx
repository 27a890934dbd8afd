import { FormDialog } from "@/components/kit/form/form-dialog";
import { typedToConfirm } from "@/components/kit/form/typed-to-confirm";
import { Button } from "@/components/kit/ui/button";
import { Copyable } from "@/components/kit/ui/copyable";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import type { Person, PersonErasure } from "@/lib/contract/person";
import { emailKey } from "@/lib/rules/text/email-key";
import { isolate } from "@/lib/rules/text/isolate";
import { nameOf } from "./person-words";

/** Erases a person once their email has been typed, then shows the proof. */
export function EraseDialog({ person, onClose }: { person: Person; onClose: () => void }) {
	const erase = useSend("POST /api/users/[user_id]/erasure");
	if (erase.data !== undefined) return <ErasedDialog erasure={erase.data} onClose={onClose} />;
	const theirs = isolate(person.email);
	return (
		<FormDialog
			title={`Erase ${isolate(nameOf(person))}?`}
			description={`The name and email of every account with ${theirs}, their password, sessions, keys and private views are erased for good. Wherever the service has written the name or email, a pseudonym replaces it. Their designs and decisions stay. This cannot be undone. Properties of geofences, targeting files and inventory data keep what their owners put there. Backups, logs and sent emails keep what they have.`}
			action="Erase for good"
			variant="destructive"
			fields={[
				typedToConfirm(
					"Type the person's email to confirm",
					person.email,
					(typed) => emailKey(typed) === emailKey(person.email),
				),
			]}
			saving={erase}
			send={() => erase.mutate({ user_id: person.id, body: { email: person.email } })}
			onClose={onClose}
		/>
	);
}

/** The proof that the operator passes on to the person. */
function ErasedDialog({ erasure, onClose }: { erasure: PersonErasure; onClose: () => void }) {
	const { pseudonym, places } = erasure;
	const rows = places.reduce((sum, place) => sum + place.rows, 0);
	return (
		<Dialog onClose={onClose} title="Person erased" wide>
			<DialogBody>
				<Notice kind="ok">
					{formatPlural(rows, "row")} in {formatPlural(places.length, "place")} erased or rewritten. The person is now{" "}
					{pseudonym}.
				</Notice>
				<Copyable label="Proof (no name or email; also in the audit log)" text={JSON.stringify(erasure)} rows={4} />
			</DialogBody>
			<DialogActions>
				<Button variant="primary" onClick={onClose}>
					Done
				</Button>
			</DialogActions>
		</Dialog>
	);
}
