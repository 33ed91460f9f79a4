--
-- PostgreSQL database dump
--

\restrict x

SET client_encoding = 'UTF8';
CREATE FUNCTION public.f() RETURNS trigger AS $$ BEGIN INSERT INTO a VALUES (1); END; $$ LANGUAGE plpgsql;

COPY public.twofaccounts (id, user_id, legacy_uri, service, account, icon, otp_type, secret, algorithm, digits, period, counter) FROM stdin;
1	1	otpauth://…	Acorn	rosa	\N	totp	M2OQUEKBL7AVP3PXUDAV55MSVB7FJMK3	sha1	6	30	\N
2	1	otpauth://…	Birch	ben	\N	totp	KAS6LNZP65IJGFVONCUVQTXPYZRPR25B	sha256	8	60	\N
3	1	otpauth://…	Cedar	kim	\N	hotp	LDEZ7R2CQGFI4JRNKOAT5IWV3UBX2KJL	sha1	6	\N	7
\.

