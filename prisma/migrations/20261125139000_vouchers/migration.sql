-- Who may have issued a credential: its issuer, and those behind the credential with which it was
-- issued. Otherwise a key that issues a key would hide who holds the second one.
ALTER TABLE "api_keys" ADD COLUMN "voucher_ids" UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE "sign_in_links" ADD COLUMN "voucher_ids" UUID[] NOT NULL DEFAULT '{}';
