-- Packages and users of processes.

INCLUDE PERFETTO MODULE android.process_metadata;

CREATE OR REPLACE PERFETTO VIEW process_metadata_table AS
SELECT * FROM android_process_metadata;

CREATE OR REPLACE PERFETTO FUNCTION is_process_debuggable(process_name STRING) RETURNS BOOL AS
SELECT max(debuggable) FROM android_process_metadata WHERE process_name = $process_name;
