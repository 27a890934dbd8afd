import { Notice } from "@/components/kit/ui/notice";

/** For operators: proxies that TRUSTED_PROXIES does not name. */
export function ProxyNotice({ proxies }: { proxies: readonly string[] }) {
	return (
		<Notice kind="warn">
			<p className="font-medium">A proxy forwards requests without being named in TRUSTED_PROXIES.</p>
			<p className="break-words">
				Everybody behind {proxies.join(" and ")} has the same address, for limits, the audit log and the addresses of
				API keys. Name the proxy in TRUSTED_PROXIES and restart the service.
			</p>
		</Notice>
	);
}
