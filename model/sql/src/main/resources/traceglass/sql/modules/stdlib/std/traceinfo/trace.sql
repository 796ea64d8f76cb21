-- Metadata of each trace in a file.

CREATE PERFETTO TABLE _metadata_by_trace AS
WITH
  machines AS (
    SELECT trace_id, group_concat(coalesce(extract_metadata_for_machine(machine_id, 'system_name'), 'Machine ' || machine_id), ', ') AS machines
    FROM (SELECT DISTINCT trace_id, machine_id FROM metadata WHERE trace_id IS NOT NULL AND machine_id IS NOT NULL ORDER BY trace_id, machine_id)
    GROUP BY trace_id
  ),
  traces AS (
    SELECT
      trace_id,
      max(str_value) FILTER (name = 'unique_session_name') AS unique_session_name,
      max(str_value) FILTER (name = 'trace_uuid') AS trace_uuid,
      max(str_value) FILTER (name = 'trace_type') AS trace_type,
      max(int_value) FILTER (name = 'trace_size_bytes') AS trace_size_bytes,
      max(str_value) FILTER (name = 'trace_trigger') AS trace_trigger
    FROM metadata
    WHERE trace_id IS NOT NULL
    GROUP BY trace_id
  )
SELECT t.*, coalesce(m.machines, '') AS machines
FROM traces AS t
LEFT JOIN machines AS m USING (trace_id)
ORDER BY trace_id;
