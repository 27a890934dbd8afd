import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { WebhooksPage } from "@/components/features/webhooks/webhooks-page";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/webhooks", await searchParams);
	if (role === "designer") notFound();
	return <WebhooksPage />;
}
