"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { toast } from "sonner";
import { nameFields } from "@/components/features/accounts/person-fields";
import { Fields } from "@/components/kit/form/fields";
import { readForm } from "@/components/kit/form/read-form";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { Account, EditAccount } from "@/lib/contract/account";

const FIELDS = [nameFields("given-name", "family-name")];

/** The reader's names. */
export function NameSection({ account }: { account: Account }) {
	const router = useRouter();
	const edit = useSend("PATCH /api/account");
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (edit.isPending) return;
		const { body } = readForm<EditAccount>({ fields: FIELDS }, new FormData(event.currentTarget));
		const onSuccess = () => {
			toast.success("Name saved");
			// The frame shows the name, too.
			router.refresh();
		};
		edit.mutate({ revision: account.revision, body }, { onSuccess });
	};
	return (
		<Card title="Name">
			<form noValidate onSubmit={submit} className="grid gap-4 p-3">
				{edit.error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(edit.error)}
					</Notice>
				)}
				<Fields fields={FIELDS} item={account} />
				<div>
					<Button type="submit" pending={edit.isPending}>
						Save name
					</Button>
				</div>
			</form>
		</Card>
	);
}
