-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET NAMES utf8mb4 */;
INSERT INTO oc_twofactor_totp_secrets VALUES (1,'rosa','ab12|cd34|ef56|3',2,0);
-- Dump completed
