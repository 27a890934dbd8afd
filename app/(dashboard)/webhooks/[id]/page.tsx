import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser } from "@/app/(dashboard)/require-user";
import { WebhookPage } from "@/components/features/webhooks/webhook-page";
import { guid } from "@/lib/contract/primitives";

export const metadata: Metadata = { title: "Webhook" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	const { role } = await requireUser(`/webhooks/${encodeURIComponent(id)}`);
	if (role === "designer" || !guid.safeParse(id).success) notFound();
	return <WebhookPage id={id.toLowerCase()} />;
}
