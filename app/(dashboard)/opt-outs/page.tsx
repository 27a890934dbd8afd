import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { OptOutsPage } from "@/components/features/opt-outs/opt-outs-page";

export const metadata: Metadata = { title: "Opt-outs" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/opt-outs", await searchParams);
	if (role !== "operator") notFound();
	return <OptOutsPage />;
}
