--
-- PostgreSQL database dump
--
COPY public.auth_user (id, password, username) FROM stdin;
4	x	rosa
\.

COPY public.otp_totp_totpdevice (id, name, confirmed, key, step, t0, digits, tolerance, drift, last_t, user_id) FROM stdin;
1	default	t	2e9f7ec49f0a68f6c43e27426f1a55377ebbe77a	30	0	6	1	0	-1	4
\.

