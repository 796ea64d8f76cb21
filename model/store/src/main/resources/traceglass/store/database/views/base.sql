-- Basic tables that all other views use, under the names that users query.

CREATE VIEW thread AS SELECT id AS utid, * FROM __intrinsic_thread;
CREATE VIEW process AS SELECT id AS upid, * FROM __intrinsic_process;

CREATE VIEW cpu AS
SELECT id, id AS ucpu, cpu, cluster_id, processor, machine_id, capacity, arg_set_id
FROM __intrinsic_cpu
WHERE cpu IS NOT NULL;

CREATE VIEW gpu AS
SELECT id, id AS ugpu, gpu, name, vendor, model, architecture, uuid, pci_bdf, machine_id, arg_set_id
FROM __intrinsic_gpu
WHERE gpu IS NOT NULL;

CREATE VIEW cpu_available_frequencies AS
SELECT id, ucpu AS cpu, freq, ucpu FROM __intrinsic_cpu_freq;

-- The recording machine has raw_id 0; others are numbered from 1 in the order in which they were seen.
CREATE VIEW machine AS
SELECT
  *,
  CASE WHEN raw_id = 0 THEN 0 ELSE CAST(count(*) FILTER (raw_id IS DISTINCT FROM 0) OVER (ORDER BY id) AS BIGINT) END AS label_index
FROM __intrinsic_machine;

CREATE VIEW stats AS FROM __intrinsic_stats;
CREATE VIEW metadata AS FROM __intrinsic_metadata;
CREATE VIEW clock_snapshot AS FROM __intrinsic_clock_snapshot;
CREATE VIEW trace_file AS FROM __intrinsic_trace_file;
CREATE VIEW trace_bounds AS SELECT start_ts, end_ts FROM _trace_bounds;

-- Not in Perfetto: periods of lost data. A loss before the first or after the last stored event extends to the trace bounds.
CREATE VIEW data_loss AS
SELECT
  l.id,
  coalesce(l.ts, least(b.start_ts, l.end_ts)) AS ts,
  coalesce(l.end_ts, greatest(b.end_ts, l.ts)) - coalesce(l.ts, least(b.start_ts, l.end_ts)) AS dur,
  l.source, l.cpu, l.packet_sequence_id, l.pid, l.reason, l.lost, l.machine_id, l.trace_id
FROM __intrinsic_data_loss AS l, _trace_bounds AS b;

CREATE VIEW _stat_key_to_severity_and_name AS
SELECT DISTINCT key, severity, name FROM __intrinsic_stats;

CREATE VIEW _trace_import_logs AS
SELECT l.id, l.trace_id, l.ts, l.byte_offset, s.severity, s.name, l.arg_set_id
FROM __intrinsic_trace_import_logs AS l
JOIN _stat_key_to_severity_and_name AS s ON s.key = l.stat_key;

-- Formats a real number like SQLite: 15 significant digits and always a decimal point.
CREATE MACRO _real_text(x) AS
CASE
  WHEN isnan(x) THEN NULL
  WHEN isinf(x) THEN CASE WHEN x > 0 THEN 'Inf' ELSE '-Inf' END
  WHEN contains(format('{:.15g}', x), '.') THEN format('{:.15g}', x)
  WHEN contains(format('{:.15g}', x), 'e') THEN replace(format('{:.15g}', x), 'e', '.0e')
  ELSE format('{:.15g}', x) || '.0'
END;

-- Unsigned 64-bit integer.
CREATE MACRO _unsigned(x) AS CASE WHEN x < 0 THEN CAST(x AS HUGEINT) + 18446744073709551616 ELSE CAST(x AS HUGEINT) END;

CREATE VIEW args AS
SELECT
  *,
  CASE value_type
    WHEN 'string' THEN string_value
    WHEN 'json' THEN string_value
    WHEN 'int' THEN CAST(int_value AS VARCHAR)
    WHEN 'uint' THEN CAST(_unsigned(int_value) AS VARCHAR)
    WHEN 'real' THEN _real_text(real_value)
    WHEN 'pointer' THEN '0x' || lower(to_hex(int_value))
    WHEN 'bool' THEN CASE WHEN int_value <> 0 THEN 'true' ELSE 'false' END
  END AS display_value
FROM __intrinsic_args;
