import type { Metadata } from "next";
import { KeysPage } from "@/components/keys/keys-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "API keys" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/keys", await searchParams);
	return <KeysPage />;
}
