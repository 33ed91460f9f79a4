-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET NAMES utf8mb4 */;
INSERT INTO two_factor VALUES (1,2,'v2:ab12','s','h','',1,1);
-- Dump completed
