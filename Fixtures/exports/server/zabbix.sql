-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET NAMES utf8mb4 */;
INSERT INTO mfa (mfaid, type, name, hash_function, code_length) VALUES (1,1,'TOTP',2,8);
INSERT INTO users (userid, username) VALUES (3,'rosa');
INSERT INTO mfa_totp_secret VALUES (1,1,3,'6KHMLT7EA43KMSK4QB7ZJQP5F3OX2SKH',1,'');
-- Dump completed
