-- Names of the kinds of CPUs, by cluster.

CREATE OR REPLACE PERFETTO TABLE cluster_core_type AS
SELECT * FROM (VALUES (0, 'little'), (1, 'big'), (2, 'bigger')) AS kinds(cluster, core_type);
