"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatBytes } from "@/lib/browser/format";

export interface BuildSize {
	day: string;
	size: number;
	items: number;
}

/** Sizes of completed builds, oldest first. Loaded on demand; the table has the same values. */
export function SizeChart({ sizes, what }: { sizes: readonly BuildSize[]; what: string }) {
	return (
		<div aria-hidden>
			<ResponsiveContainer width="100%" height={160}>
				<BarChart data={[...sizes]} margin={{ top: 8, right: 8, bottom: 0, left: 8 }} accessibilityLayer={false}>
					<CartesianGrid vertical={false} stroke="var(--color-line)" />
					<XAxis
						dataKey="day"
						tick={{ fill: "var(--color-muted)", fontSize: 12 }}
						stroke="var(--color-line-strong)"
						minTickGap={24}
					/>
					<YAxis
						width={64}
						tickFormatter={formatBytes}
						tick={{ fill: "var(--color-muted)", fontSize: 12 }}
						stroke="var(--color-line-strong)"
					/>
					<Tooltip
						cursor={{ fill: "var(--color-sunken)" }}
						formatter={(value, _name, { payload }) => [
							`${formatBytes(Number(value))}, ${(payload as BuildSize).items.toLocaleString("en-GB")} ${what}`,
							"File",
						]}
						contentStyle={{
							background: "var(--color-raised)",
							border: "1px solid var(--color-line-strong)",
							borderRadius: "var(--radius-md)",
							color: "var(--color-text)",
						}}
						labelStyle={{ color: "var(--color-muted)" }}
						itemStyle={{ color: "var(--color-text)" }}
					/>
					<Bar dataKey="size" fill="var(--color-accent)" maxBarSize={32} isAnimationActive={false} />
				</BarChart>
			</ResponsiveContainer>
		</div>
	);
}
