import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser } from "@/app/(dashboard)/require-user";
import { TargetPage } from "@/components/features/targets/target-page";
import { guid } from "@/lib/contract/primitives";

export const metadata: Metadata = { title: "Target" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	const { role } = await requireUser(`/targets/${encodeURIComponent(id)}`);
	if (role === "designer" || !guid.safeParse(id).success) notFound();
	return <TargetPage id={id.toLowerCase()} />;
}
