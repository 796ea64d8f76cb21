-- Functions that every query may call. Each is created in a session when a statement first uses it.

-- Bounds and timestamps of the trace.

CREATE PERFETTO FUNCTION trace_start() RETURNS LONG AS
SELECT start_ts FROM trace_bounds;

CREATE PERFETTO FUNCTION trace_end() RETURNS LONG AS
SELECT end_ts FROM trace_bounds;

CREATE PERFETTO FUNCTION trace_dur() RETURNS LONG AS
SELECT end_ts - start_ts FROM trace_bounds;

-- Converts a trace timestamp to another clock: the clock's value in the last snapshot before it plus the time since then, but at most
-- the value in the next snapshot, because clocks may be adjusted. Before the first snapshot it is that snapshot's value.
CREATE PERFETTO FUNCTION _clock_at(clock STRING, ts LONG) RETURNS LONG AS
SELECT coalesce(
  least(
    $ts + (SELECT arg_max(c.clock_value - c.ts, c.ts) FROM clock_snapshot AS c WHERE c.clock_name = $clock AND c.ts <= $ts),
    CASE WHEN (SELECT count(*) FROM clock_snapshot AS c WHERE c.clock_name = $clock AND c.ts = $ts) = 0
      THEN (SELECT arg_min(c.clock_value, c.ts) FROM clock_snapshot AS c WHERE c.clock_name = $clock AND c.ts > $ts) END),
  (SELECT arg_min(c.clock_value, c.ts) FROM clock_snapshot AS c WHERE c.clock_name = $clock));

CREATE PERFETTO FUNCTION to_realtime(ts LONG) RETURNS LONG AS
SELECT _clock_at('REALTIME', $ts) FROM (SELECT 1);

CREATE PERFETTO FUNCTION to_monotonic(ts LONG) RETURNS LONG AS
SELECT _clock_at('MONOTONIC', $ts) FROM (SELECT 1);

CREATE PERFETTO FUNCTION abs_time_str(ts LONG) RETURNS STRING AS
SELECT strftime(make_timestamp_ns(_clock_at('REALTIME', $ts)), '%Y-%m-%dT%H:%M:%S.%n') FROM (SELECT 1);

CREATE PERFETTO FUNCTION to_timecode(ts LONG) RETURNS STRING AS
SELECT format('{:02d}:{:02d}:{:02d} {:03d} {:03d} {:03d}', $ts // 3600000000000, $ts // 60000000000 % 60, $ts // 1000000000 % 60,
  $ts // 1000000 % 1000, $ts // 1000 % 1000, $ts % 1000);

-- Arguments and metadata; the translator selects the variant for the kind of value.

CREATE PERFETTO FUNCTION extract_arg(arg_set LONG, key STRING) RETURNS STRING AS
SELECT first(a.display_value) FROM args AS a WHERE a.arg_set_id = $arg_set AND a.key = $key;

CREATE PERFETTO FUNCTION extract_arg_int(arg_set LONG, key STRING) RETURNS LONG AS
SELECT first(a.int_value) FROM args AS a WHERE a.arg_set_id = $arg_set AND a.key = $key;

CREATE PERFETTO FUNCTION extract_arg_real(arg_set LONG, key STRING) RETURNS DOUBLE AS
SELECT first(coalesce(a.real_value, a.int_value)) FROM args AS a WHERE a.arg_set_id = $arg_set AND a.key = $key;

CREATE PERFETTO FUNCTION extract_arg_text(arg_set LONG, key STRING) RETURNS STRING AS
SELECT first(a.display_value) FROM args AS a WHERE a.arg_set_id = $arg_set AND a.key = $key;

CREATE PERFETTO FUNCTION extract_arg_any(arg_set LONG, key STRING) RETURNS ANY AS
SELECT first(CASE
  WHEN a.value_type IN ('string', 'json') THEN CAST(a.string_value AS VARIANT)
  WHEN a.value_type = 'real' THEN CAST(a.real_value AS VARIANT)
  ELSE CAST(a.int_value AS VARIANT)
END)
FROM args AS a WHERE a.arg_set_id = $arg_set AND a.key = $key;

CREATE PERFETTO FUNCTION extract_arg_none(arg_set LONG, key STRING) RETURNS ANY AS
SELECT NULL;

CREATE PERFETTO FUNCTION extract_metadata(name STRING) RETURNS STRING AS
SELECT arg_min(coalesce(m.str_value, CAST(m.int_value AS VARCHAR)), coalesce(m.machine_id, 0) * 1000000 + m.id) FROM metadata AS m WHERE m.name = $name;

CREATE PERFETTO FUNCTION extract_metadata_text(name STRING) RETURNS STRING AS
SELECT arg_min(m.str_value, coalesce(m.machine_id, 0) * 1000000 + m.id) FROM metadata AS m WHERE m.name = $name;

CREATE PERFETTO FUNCTION extract_metadata_int(name STRING) RETURNS LONG AS
SELECT arg_min(m.int_value, coalesce(m.machine_id, 0) * 1000000 + m.id) FROM metadata AS m WHERE m.name = $name;

CREATE PERFETTO FUNCTION extract_metadata_none(name STRING) RETURNS ANY AS
SELECT NULL;

CREATE PERFETTO FUNCTION extract_metadata_for_machine(machine LONG, name STRING) RETURNS STRING AS
SELECT arg_min(coalesce(m.str_value, CAST(m.int_value AS VARCHAR)), m.id) FROM metadata AS m
WHERE m.name = $name AND (m.machine_id = $machine OR m.machine_id IS NULL AND $machine = 0);

CREATE PERFETTO FUNCTION extract_metadata_for_machine_text(machine LONG, name STRING) RETURNS STRING AS
SELECT arg_min(m.str_value, m.id) FROM metadata AS m
WHERE m.name = $name AND (m.machine_id = $machine OR m.machine_id IS NULL AND $machine = 0);

CREATE PERFETTO FUNCTION extract_metadata_for_machine_int(machine LONG, name STRING) RETURNS LONG AS
SELECT arg_min(m.int_value, m.id) FROM metadata AS m
WHERE m.name = $name AND (m.machine_id = $machine OR m.machine_id IS NULL AND $machine = 0);

CREATE PERFETTO FUNCTION extract_metadata_for_machine_none(machine LONG, name STRING) RETURNS ANY AS
SELECT NULL;

CREATE PERFETTO FUNCTION extract_metadata_for_trace(trace LONG, name STRING) RETURNS STRING AS
SELECT arg_min(coalesce(m.str_value, CAST(m.int_value AS VARCHAR)), m.id) FROM metadata AS m
WHERE m.name = $name AND (m.trace_id = $trace OR m.trace_id IS NULL AND $trace = 0);

CREATE PERFETTO FUNCTION extract_metadata_for_trace_text(trace LONG, name STRING) RETURNS STRING AS
SELECT arg_min(m.str_value, m.id) FROM metadata AS m WHERE m.name = $name AND (m.trace_id = $trace OR m.trace_id IS NULL AND $trace = 0);

CREATE PERFETTO FUNCTION extract_metadata_for_trace_int(trace LONG, name STRING) RETURNS LONG AS
SELECT arg_min(m.int_value, m.id) FROM metadata AS m WHERE m.name = $name AND (m.trace_id = $trace OR m.trace_id IS NULL AND $trace = 0);

CREATE PERFETTO FUNCTION extract_metadata_for_trace_none(trace LONG, name STRING) RETURNS ANY AS
SELECT NULL;

CREATE PERFETTO FUNCTION extract_exact_metadata(machine LONG, trace LONG, name STRING) RETURNS STRING AS
SELECT arg_min(coalesce(m.str_value, CAST(m.int_value AS VARCHAR)), m.id) FROM metadata AS m
WHERE m.name = $name AND m.machine_id = $machine AND m.trace_id = $trace;

CREATE PERFETTO FUNCTION extract_exact_metadata_text(machine LONG, trace LONG, name STRING) RETURNS STRING AS
SELECT arg_min(m.str_value, m.id) FROM metadata AS m WHERE m.name = $name AND m.machine_id = $machine AND m.trace_id = $trace;

CREATE PERFETTO FUNCTION extract_exact_metadata_int(machine LONG, trace LONG, name STRING) RETURNS LONG AS
SELECT arg_min(m.int_value, m.id) FROM metadata AS m WHERE m.name = $name AND m.machine_id = $machine AND m.trace_id = $trace;

CREATE PERFETTO FUNCTION extract_exact_metadata_none(machine LONG, trace LONG, name STRING) RETURNS ANY AS
SELECT NULL;

-- All arguments of a set as one JSON object, in order.
CREATE PERFETTO FUNCTION arg_set_to_json(arg_set LONG) RETURNS STRING AS
SELECT CASE WHEN $arg_set IS NOT NULL THEN coalesce(
  (SELECT tg_args_json(string_agg(a.key || chr(31) || a.value_type || chr(31) || coalesce(a.string_value, CAST(a.real_value AS VARCHAR),
     CAST(a.int_value AS VARCHAR), ''), chr(30) ORDER BY a.id))
   FROM args AS a WHERE a.arg_set_id = $arg_set), '{}') END
FROM (SELECT 1);

-- Slices.

CREATE PERFETTO FUNCTION slice_is_ancestor(ancestor_id LONG, descendant_id LONG) RETURNS BOOL AS
SELECT a.track_id = d.track_id AND a.ts <= d.ts AND (a.dur = -1 OR a.ts + a.dur >= d.ts + d.dur) AND a.depth < d.depth
FROM slice AS a, slice AS d
WHERE a.id = $ancestor_id AND d.id = $descendant_id;

CREATE PERFETTO FUNCTION ancestor_slice(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE up(id) AS (
  SELECT s.parent_id FROM slice AS s WHERE s.id = $slice_id AND s.parent_id IS NOT NULL
  UNION ALL
  SELECT s.parent_id FROM up JOIN slice AS s ON s.id = up.id WHERE s.parent_id IS NOT NULL
)
SELECT s.* FROM up JOIN slice AS s ON s.id = up.id ORDER BY s.id;

CREATE PERFETTO FUNCTION descendant_slice(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE down(id) AS (
  SELECT s.id FROM slice AS s WHERE s.parent_id = $slice_id
  UNION ALL
  SELECT s.id FROM down JOIN slice AS s ON s.parent_id = down.id
)
SELECT s.* FROM down JOIN slice AS s ON s.id = down.id ORDER BY s.id;

CREATE PERFETTO FUNCTION experimental_ancestor_stack_profile_callsite(callsite LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE up(id) AS (
  SELECT c.parent_id FROM stack_profile_callsite AS c WHERE c.id = $callsite AND c.parent_id IS NOT NULL
  UNION ALL
  SELECT c.parent_id FROM up JOIN stack_profile_callsite AS c ON c.id = up.id WHERE c.parent_id IS NOT NULL
)
SELECT c.* FROM up JOIN stack_profile_callsite AS c ON c.id = up.id ORDER BY c.id;

-- Stacks for profiles, leaf first; see cat_stacks.

CREATE PERFETTO FUNCTION stack_from_stack_profile_frame(frame LONG) RETURNS BYTES AS
SELECT cat_stacks(coalesce(f.deobfuscated_name, f.name, '')) FROM stack_profile_frame AS f WHERE f.id = $frame;

CREATE PERFETTO FUNCTION stack_from_stack_profile_callsite(callsite LONG) RETURNS BYTES AS
WITH RECURSIVE up(parent_id, frame_id, level) AS (
  SELECT c.parent_id, c.frame_id, 0 FROM stack_profile_callsite AS c WHERE c.id = $callsite
  UNION ALL
  SELECT c.parent_id, c.frame_id, up.level + 1 FROM up JOIN stack_profile_callsite AS c ON c.id = up.parent_id
)
SELECT from_hex(string_agg(hex(cat_stacks(coalesce(f.deobfuscated_name, f.name, ''))), '' ORDER BY up.level))
FROM up JOIN stack_profile_frame AS f ON f.id = up.frame_id;

-- Adds the execution mode of Android's runtime to the names of frames, if annotate is not 0.
CREATE PERFETTO FUNCTION stack_from_stack_profile_callsite_annotated(callsite LONG, annotate LONG) RETURNS BYTES AS
SELECT from_hex(string_agg(
  hex(cat_stacks(concat(coalesce(f.deobfuscated_name, f.name, ''), CASE WHEN $annotate <> 0 THEN ' [' || a.annotation || ']' END))), ''
  ORDER BY a.depth DESC))
FROM experimental_annotated_callstack($callsite) AS a
JOIN stack_profile_frame AS f ON f.id = a.frame_id
WHERE $annotate IS NOT NULL;

-- Value of a counter that was read with a sample, by the counter's name.
CREATE PERFETTO FUNCTION perf_counter_for_sample(sample_id LONG, name STRING) RETURNS DOUBLE AS
SELECT first(c.value)
FROM __intrinsic_profiler_sample AS s
JOIN __intrinsic_profiler_counter_set AS m ON m.counter_set_id = s.counter_set_id
JOIN counter AS c ON c.id = m.counter_id
JOIN track AS t ON t.id = c.track_id
WHERE s.id = $sample_id AND t.name = $name;

-- Flows: slices reachable through the slice's own flows, and then through the descendants (or ancestors) of those slices.

CREATE PERFETTO FUNCTION directly_connected_flow(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE
  ahead(id) AS (SELECT $slice_id UNION SELECT f.slice_in FROM ahead JOIN flow AS f ON f.slice_out = ahead.id),
  behind(id) AS (SELECT $slice_id UNION SELECT f.slice_out FROM behind JOIN flow AS f ON f.slice_in = behind.id)
-- No IN with OR: for a value of an outer query, DuckDB would find the flows of all values.
SELECT f.*
FROM (
  SELECT g.id FROM ahead JOIN flow AS g ON g.slice_out = ahead.id
  UNION
  SELECT h.id FROM behind JOIN flow AS h ON h.slice_in = behind.id) AS c
JOIN flow AS f ON f.id = c.id
ORDER BY f.id;

CREATE PERFETTO FUNCTION following_flow(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE ahead(id) AS (
  SELECT $slice_id
  UNION
  SELECT e.target
  FROM ahead
  JOIN (SELECT slice_out AS source, slice_in AS target FROM flow UNION ALL SELECT parent_id, id FROM slice WHERE parent_id IS NOT NULL) AS e
    ON e.source = ahead.id
)
SELECT f.* FROM flow AS f WHERE f.slice_out IN (SELECT id FROM ahead) ORDER BY f.id;

CREATE PERFETTO FUNCTION preceding_flow(slice_id LONG) RETURNS TABLE(id LONG) AS
WITH RECURSIVE behind(id) AS (
  SELECT $slice_id
  UNION
  SELECT e.target
  FROM behind
  JOIN (SELECT slice_in AS source, slice_out AS target FROM flow UNION ALL SELECT id, parent_id FROM slice WHERE parent_id IS NOT NULL) AS e
    ON e.source = behind.id
)
SELECT f.* FROM flow AS f WHERE f.slice_in IN (SELECT id FROM behind) ORDER BY f.id;

-- Text.

CREATE PERFETTO FUNCTION regexp_replace_simple(input STRING, regex STRING, replacement STRING) RETURNS STRING AS
SELECT regexp_replace($input, $regex, $replacement, 'g');

-- Macros for casts.

CREATE PERFETTO MACRO cast_int(value Expr) RETURNS Expr AS CAST($value AS INT);

CREATE PERFETTO MACRO cast_double(value Expr) RETURNS Expr AS CAST($value AS REAL);

CREATE PERFETTO MACRO cast_string(value Expr) RETURNS Expr AS CAST($value AS VARCHAR);

-- Winscope: all arguments of a table's messages, including the defaults of unset fields; and for each layer of a snapshot the layers
-- from the root of its tree down to it.

CREATE PERFETTO FUNCTION __intrinsic_winscope_proto_to_args_with_defaults(table_name STRING) RETURNS TABLE(id LONG) AS
SELECT a.*
FROM __intrinsic_winscope_args_with_defaults AS a
WHERE a.table_name = CASE WHEN starts_with($table_name, '__intrinsic_') THEN $table_name ELSE '__intrinsic_' || $table_name END
ORDER BY a.id;

CREATE PERFETTO FUNCTION __intrinsic_winscope_surfaceflinger_hierarchy_path() RETURNS TABLE(id LONG) AS
WITH RECURSIVE
  layer(snapshot_id, layer_id, parent, place) AS (
    SELECT l.snapshot_id, l.layer_id, coalesce(min_by(l.parent, l.id), 0), min(l.id)
    FROM __intrinsic_surfaceflinger_layer AS l
    WHERE l.layer_id IS NOT NULL
    GROUP BY l.snapshot_id, l.layer_id
  ),
  up(snapshot_id, layer_id, place, ancestor_id, parent, distance) AS (
    SELECT l.snapshot_id, l.layer_id, l.place, l.layer_id, l.parent, 0 FROM layer AS l
    UNION ALL
    -- A layer that is its own parent ends the path; a path deeper than any tree of Android is damaged.
    SELECT u.snapshot_id, u.layer_id, u.place, p.layer_id, p.parent, u.distance + 1
    FROM up AS u
    JOIN layer AS p ON p.snapshot_id = u.snapshot_id AND p.layer_id = u.parent
    WHERE p.layer_id != p.parent AND u.distance < 500
  )
SELECT
  row_number() OVER (ORDER BY u.place, u.distance DESC) - 1 AS id,
  u.snapshot_id,
  CASE WHEN u.layer_id < 0 THEN u.layer_id + 4294967296 ELSE u.layer_id END AS layer_id,
  CASE WHEN u.ancestor_id < 0 THEN u.ancestor_id + 4294967296 ELSE u.ancestor_id END AS ancestor_id
FROM up AS u
ORDER BY u.place, u.distance DESC;

-- Size of a trace by message: one step of a path as a stack of a profile.
CREATE PERFETTO FUNCTION experimental_proto_path_to_frame(path_id LONG) RETURNS BYTES AS
SELECT cat_stacks(
  'event.name:' || extract_arg_text(p.arg_set_id, 'event.name'),
  'event.category:' || extract_arg_text(p.arg_set_id, 'event.category'),
  p.field_name,
  p.field_type)
FROM experimental_proto_path AS p
WHERE p.id = $path_id;

-- Hardware traces of a CPU's instructions are kept, but not decoded.
CREATE PERFETTO FUNCTION __intrinsic_etm_decode_chunk(chunk_id LONG) RETURNS TABLE(
  chunk_index LONG, element_index LONG, element_type STRING, timestamp LONG, cycle_count LONG, last_seen_timestamp LONG,
  cumulative_cycles LONG, exception_level LONG, context_id LONG, isa STRING, start_address LONG, end_address LONG, mapping_id LONG,
  instruction_range LONG) AS
SELECT
  CAST(NULL AS BIGINT) AS chunk_index, CAST(NULL AS BIGINT) AS element_index, CAST(NULL AS VARCHAR) AS element_type,
  CAST(NULL AS BIGINT) AS timestamp, CAST(NULL AS BIGINT) AS cycle_count, CAST(NULL AS BIGINT) AS last_seen_timestamp,
  CAST(NULL AS BIGINT) AS cumulative_cycles, CAST(NULL AS BIGINT) AS exception_level, CAST(NULL AS BIGINT) AS context_id,
  CAST(NULL AS VARCHAR) AS isa, CAST(NULL AS BIGINT) AS start_address, CAST(NULL AS BIGINT) AS end_address,
  CAST(NULL AS BIGINT) AS mapping_id, CAST(NULL AS BIGINT) AS instruction_range
FROM (SELECT $chunk_id AS chunk) AS c
WHERE CASE WHEN c.chunk IS NOT NULL THEN
  error('hardware traces (ETM) are not decoded: chunk ' || c.chunk || ' can''t be read. Use perf samples or callstacks instead') END;

-- Elements of a primitive array in a heap dump (array_data_id of heap_graph_object_data): as bytes, little-endian, and as JSON, with
-- long as text. NULL for arrays above 1 MB, and beyond the first 128 MB of a dump.
CREATE PERFETTO FUNCTION heap_graph_array(array_data_id LONG) RETURNS BYTES AS
SELECT a.data FROM __intrinsic_heap_graph_array AS a WHERE a.id = $array_data_id;

CREATE PERFETTO FUNCTION heap_graph_array_json(array_data_id LONG) RETURNS STRING AS
SELECT first(tg_array_json(hex(a.data), d.array_element_type))
FROM __intrinsic_heap_graph_array AS a
JOIN heap_graph_object_data AS d ON d.array_data_id = a.id
WHERE a.id = $array_data_id;

-- Bytes of an encoded frame of a display.
CREATE PERFETTO FUNCTION __intrinsic_video_frame_au_data(frame_id LONG) RETURNS BYTES AS
SELECT d.data FROM __intrinsic_video_frame_data AS d WHERE d.id = $frame_id;

-- A call site and its callers, innermost first, with the execution mode in Android's runtime: interp, jit or aot for managed code, and
-- common for the runtime's own frames within managed code. Callees of a JNI call are kept, even if they are in the runtime.
CREATE PERFETTO FUNCTION experimental_annotated_callstack(callsite LONG) RETURNS TABLE(id LONG, depth LONG, parent_id LONG, frame_id LONG, annotation STRING) AS
WITH RECURSIVE
  up(id, depth, parent_id, frame_id) AS (
    SELECT c.id, c.depth, c.parent_id, c.frame_id FROM stack_profile_callsite AS c WHERE c.id = $callsite
    UNION ALL
    SELECT c.id, c.depth, c.parent_id, c.frame_id FROM up JOIN stack_profile_callsite AS c ON c.id = up.parent_id
  ),
  kinds AS (
    SELECT
      up.*,
      coalesce(f.name, '') AS name,
      CASE
        WHEN m.name LIKE '/memfd:jit-cache%' OR m.name LIKE '/memfd:jit-zygote-cache%' THEN 'jit'
        WHEN regexp_matches(m.name, '/libartd?\.so[^/]*$') THEN 'libart'
        WHEN regexp_matches(m.name, '\.(dex|vdex|jar|apk)[^.]*$') THEN 'interp'
        WHEN regexp_matches(m.name, '\.(oat|odex)[^.]*$') THEN 'aot'
        ELSE ''
      END AS kind
    FROM up
    JOIN stack_profile_frame AS f ON f.id = up.frame_id
    JOIN stack_profile_mapping AS m ON m.id = f.mapping
  ),
  -- State: 0 before any managed code, 1 within it, 2 directly below a JNI call.
  down(id, depth, parent_id, frame_id, state, annotation) AS (
    SELECT
      k.id, k.depth, k.parent_id, k.frame_id,
      CASE WHEN k.name = 'art_jni_trampoline' THEN 2 WHEN k.kind IN ('interp', 'jit', 'aot') THEN 1 ELSE 0 END,
      CASE WHEN k.name = 'art_jni_trampoline' THEN 'common-frame' WHEN k.kind IN ('interp', 'jit', 'aot') THEN k.kind END
    FROM kinds AS k
    WHERE k.parent_id IS NULL
    UNION ALL
    SELECT
      k.id, k.depth, k.parent_id, k.frame_id,
      CASE
        WHEN down.state = 2 THEN 1
        WHEN k.name = 'art_jni_trampoline' THEN 2
        WHEN k.kind IN ('interp', 'jit', 'aot') THEN 1
        ELSE down.state
      END,
      CASE
        WHEN down.state = 2 THEN NULL
        WHEN k.name = 'art_jni_trampoline' THEN 'common-frame'
        WHEN k.kind IN ('interp', 'jit', 'aot') THEN k.kind
        WHEN down.state = 1 AND k.kind = 'libart' THEN
          CASE WHEN regexp_matches(k.name, '^(nterp_|Nterp|ExecuteNterp|ExecuteSwitchImpl|_ZN3art11interpreter)') THEN 'common-frame-interp'
          ELSE 'common-frame' END
      END
    FROM down JOIN kinds AS k ON k.parent_id = down.id
  )
SELECT id, depth, parent_id, frame_id, annotation FROM down ORDER BY depth DESC;

-- Kernel events in ftrace's text format.

-- Value of an argument in ftrace's text format.
CREATE PERFETTO FUNCTION _ftrace_value(kind STRING, text STRING, whole LONG, fraction DOUBLE) RETURNS STRING AS
SELECT CASE $kind
  WHEN 'string' THEN $text
  WHEN 'json' THEN $text
  WHEN 'real' THEN CAST($fraction AS VARCHAR)
  WHEN 'bool' THEN CASE WHEN $whole = 0 THEN 'false' ELSE 'true' END
  WHEN 'null' THEN '[NULL]'
  WHEN 'int' THEN CAST($whole AS VARCHAR)
  ELSE CAST(CASE WHEN $whole < 0 THEN CAST($whole AS HUGEINT) + 18446744073709551616::HUGEINT ELSE $whole END AS VARCHAR)
END;

-- First part of an event's line: thread, CPU and timestamp.
CREATE PERFETTO FUNCTION _ftrace_prefix(task STRING, tid LONG, pid LONG, cpu LONG, ts LONG) RETURNS STRING AS
SELECT concat(
  repeat(' ', greatest(16 - strlen(CASE WHEN $tid = 0 THEN '<idle>' WHEN coalesce($task, '') = '' THEN '<unknown>' ELSE $task END), 0)),
  replace(CASE WHEN $tid = 0 THEN '<idle>' WHEN coalesce($task, '') = '' THEN '<unknown>' ELSE $task END, '-', '_'),
  '-', $tid, repeat(' ', greatest(5 - length(CAST($tid AS VARCHAR)), 0)),
  ' (', CASE WHEN coalesce($pid, 0) = 0 THEN '-----' ELSE format('{:5d}', $pid) END, ') [', format('{:03d}', coalesce($cpu, 0)), '] .... ',
  $ts // 1000000000, '.', format('{:06d}', $ts % 1000000000 // 1000), ':');

-- Rest of the line after the event's name: `rest` with all arguments, or `m` for events with a special format in ftrace.
CREATE PERFETTO FUNCTION _ftrace_text(event STRING, m ANY, rest STRING, state STRING) RETURNS STRING AS
SELECT CASE
  WHEN $event = 'sched_switch' THEN concat(' prev_comm=' || $m['prev_comm'], ' prev_pid=' || $m['prev_pid'], ' prev_prio=' || $m['prev_prio'],
    ' prev_state=' || coalesce($state, CASE $m['prev_state'] WHEN '0' THEN 'R' WHEN '1' THEN 'S' WHEN '2' THEN 'D' WHEN '4' THEN 'T'
      WHEN '8' THEN 't' WHEN '16' THEN 'X' WHEN '32' THEN 'Z' WHEN '64' THEN 'P' WHEN '128' THEN 'I' WHEN '256' THEN 'R+'
      WHEN '512' THEN 'R+' WHEN '1024' THEN 'R+' WHEN '2048' THEN 'R+' WHEN '4096' THEN 'R+' ELSE $m['prev_state'] END),
    ' ==>', ' next_comm=' || $m['next_comm'], ' next_pid=' || $m['next_pid'], ' next_prio=' || $m['next_prio'])
  WHEN $event = 'sched_wakeup' THEN concat(' comm=' || $m['comm'], ' pid=' || $m['pid'], ' prio=' || $m['prio'],
    ' target_cpu=' || format('{:03d}', try_cast($m['target_cpu'] AS BIGINT)))
  WHEN $event = 'print' THEN concat(' ', rtrim($m['buf'], chr(10)))
  WHEN $event = 'clock_set_rate' THEN concat(' ', $m['name'], ' state=' || $m['state'], ' cpu_id=' || $m['cpu_id'])
  WHEN $event = 'clk_set_rate' THEN concat(' ', $m['name'], ' ', $m['rate'])
  WHEN $event IN ('clock_enable', 'clock_disable') THEN concat($m['name'], ' state=' || $m['state'], ' cpu_id=' || $m['cpu_id'])
  WHEN $event = 'binder_transaction' THEN concat(' transaction=', try_cast($m['debug_id'] AS BIGINT) & 4294967295,
    ' dest_node=', try_cast($m['target_node'] AS BIGINT) & 4294967295, ' dest_proc=', $m['to_proc'],
    ' dest_thread=', $m['to_thread'], ' reply=', $m['reply'], ' flags=0x', format('{:x}', try_cast($m['flags'] AS BIGINT)),
    ' code=0x', format('{:x}', try_cast($m['code'] AS BIGINT)))
  WHEN $event = 'binder_transaction_alloc_buf' THEN concat(' transaction=', try_cast($m['debug_id'] AS BIGINT) & 4294967295,
    ' data_size=' || $m['data_size'], ' offsets_size=' || $m['offsets_size'])
  WHEN $event = 'binder_transaction_received' THEN concat(' transaction=', try_cast($m['debug_id'] AS BIGINT) & 4294967295)
  WHEN $event = 'mm_filemap_add_to_page_cache' THEN concat(' dev ', try_cast($m['s_dev'] AS BIGINT) >> 20, ':', try_cast($m['s_dev'] AS BIGINT) & 1048575,
    ' ino ', format('{:x}', try_cast($m['i_ino'] AS BIGINT)), ' page=0000000000000000 pfn=', $m['pfn'], ' ofs=', try_cast($m['index'] AS BIGINT) * 4096)
  WHEN $event = 'sched_blocked_reason' THEN concat(' pid=' || $m['pid'], ' iowait=' || $m['io_wait'], ' caller=' || _ftrace_function($m['caller']))
  WHEN $event IN ('workqueue_activate_work', 'workqueue_execute_end') THEN concat(' work struct ', _ftrace_function($m['work']))
  WHEN $event = 'workqueue_execute_start' THEN concat(' work struct ', _ftrace_function($m['work']), ': function ', _ftrace_function($m['function']))
  WHEN $event = 'workqueue_queue_work' THEN concat(' work struct=', _ftrace_function($m['work']), ' function=' || _ftrace_function($m['function']),
    ' workqueue=' || _ftrace_function($m['workqueue']), $m['req_cpu'], $m['cpu'])
  WHEN $event = 'irq_handler_entry' THEN concat(' irq=' || $m['irq'], ' name=' || $m['name'])
  WHEN $event = 'irq_handler_exit' THEN concat(' irq=' || $m['irq'], ' ret=', CASE WHEN $m['ret'] = '0' THEN 'unhandled' ELSE 'handled' END)
  WHEN $event IN ('softirq_entry', 'softirq_exit') THEN concat(' vec=' || $m['vec'], ' [action=', coalesce(
    ['HI', 'TIMER', 'NET_TX', 'NET_RX', 'BLOCK', 'IRQ_POLL', 'TASKLET', 'SCHED', 'HRTIMER', 'RCU'][try_cast($m['vec'] AS BIGINT) + 1], $m['vec']), ']')
  WHEN $event = 'tracing_mark_write' THEN concat(CASE WHEN $m['trace_begin'] = '0' THEN 'E' ELSE 'B' END, '|', $m['pid'], '|', $m['trace_name'])
  WHEN $event IN ('dpu_tracing_mark_write', 'panel_write_generic', 'g2d_tracing_mark_write') THEN concat(chr(try_cast($m['type'] AS INTEGER)),
    '|', $m['pid'], '|', $m['name'], '|', $m['value'])
  WHEN $event = 'samsung_tracing_mark_write' THEN concat(chr(try_cast($m['trace_type'] AS INTEGER)), '|', $m['pid'], '|', $m['trace_name'], '|', $m['value'])
  WHEN $event = 'cgroup_attach_task' THEN concat(' dst_root=' || $m['dst_root'], ' dst_id=' || $m['dst_id'], ' cgroup=' || $m['cname'],
    ' dst_level=' || $m['dst_level'], ' dst_path=' || $m['dst_path'], ' pid=' || $m['pid'], ' comm=' || $m['comm'])
  WHEN $event = 'hrtimer_expire_entry' THEN concat(' function=' || _ftrace_function($m['function']))
  ELSE $rest
END;

-- Value of an argument by its name: flags of allocations have names.
CREATE PERFETTO FUNCTION _ftrace_arg(key STRING, kind STRING, text STRING, whole LONG, fraction DOUBLE) RETURNS STRING AS
SELECT CASE
  WHEN $key = 'gfp_flags' AND $whole IS NOT NULL THEN tg_gfp_flags($whole, coalesce(EXTRACT_METADATA('system_release'), ''))
  ELSE _ftrace_value($kind, $text, $whole, $fraction)
END;

-- A kernel function: its name, or its address in hexadecimal.
CREATE PERFETTO FUNCTION _ftrace_function(value STRING) RETURNS STRING AS
SELECT CASE WHEN try_cast($value AS UBIGINT) IS NULL THEN $value ELSE printf('%x', try_cast($value AS UBIGINT)) END;

-- Complete line of one event.
CREATE PERFETTO FUNCTION to_ftrace(id LONG) RETURNS STRING AS
SELECT concat(_ftrace_prefix(e.task, e.tid, e.pid, e.cpu, e.ts), ' ',
  CASE WHEN e.name IN ('print', 'g2d_tracing_mark_write', 'dpu_tracing_mark_write') THEN 'tracing_mark_write' ELSE e.name END, ':',
  _ftrace_text(e.name, e.named, e.listed, e.state))
FROM (
  SELECT f.ts, f.name, t.name AS task, t.tid, p.pid, c.cpu,
    (SELECT map(list(a.key), list(a.value)) FROM (
      SELECT b.key, arg_min(_ftrace_arg(b.key, b.value_type, b.string_value, b.int_value, b.real_value), b.id) AS value
      FROM args AS b WHERE b.arg_set_id = f.arg_set_id GROUP BY b.key) AS a) AS named,
    (SELECT string_agg(' ' || b.key || '=' || _ftrace_arg(b.key, b.value_type, b.string_value, b.int_value, b.real_value), '' ORDER BY b.id)
      FROM args AS b WHERE b.arg_set_id = f.arg_set_id) AS listed,
    (SELECT min(s.end_state) FROM sched AS s WHERE f.name = 'sched_switch' AND s.ucpu = f.ucpu AND s.dur >= 0 AND s.ts + s.dur = f.ts) AS state
  FROM ftrace_event AS f
  LEFT JOIN thread AS t ON f.utid = t.utid
  LEFT JOIN process AS p ON t.upid = p.upid
  LEFT JOIN cpu AS c ON f.ucpu = c.ucpu
  WHERE f.id = $id) AS e;
