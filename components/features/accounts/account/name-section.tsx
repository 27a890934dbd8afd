"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { Account } from "@/lib/contract/account";
import { NAME_LENGTH } from "@/lib/contract/constants";

/** The reader's names. */
export function NameSection({ account }: { account: Account }) {
	const router = useRouter();
	const edit = useSend("PATCH /api/account");
	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (edit.isPending) return;
		const fields = new FormData(event.currentTarget);
		const text = (name: string) => String(fields.get(name) ?? "").trim();
		const body = { first_name: text("first_name"), last_name: text("last_name") };
		const onSuccess = () => {
			toast.success("Name saved");
			// The frame shows the name, too.
			router.refresh();
		};
		edit.mutate({ revision: account.revision, body }, { onSuccess });
	};
	const input = (name: "first_name" | "last_name", label: string, autoComplete: string) => (
		<Field label={label} optional>
			{(control) => (
				<input
					{...control}
					name={name}
					defaultValue={account[name]}
					autoComplete={autoComplete}
					maxLength={NAME_LENGTH}
					className={controlClass()}
				/>
			)}
		</Field>
	);
	return (
		<Card title="Name">
			<form noValidate onSubmit={submit} className="grid gap-4 p-3">
				{edit.error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(edit.error)}
					</Notice>
				)}
				<div className="grid gap-4 sm:grid-cols-2">
					{input("first_name", "First name", "given-name")}
					{input("last_name", "Last name", "family-name")}
				</div>
				<div>
					<Button type="submit" pending={edit.isPending}>
						Save name
					</Button>
				</div>
			</form>
		</Card>
	);
}
