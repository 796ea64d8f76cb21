-- @case each event is a session with its unit and the command line of the recording
SELECT source, timebase_unit, cmdline FROM stack_sample_session ORDER BY id;

-- @case samples have the time in ns, the thread, the CPU and its mode
SELECT s.ts, p.pid, p.name AS process, t.tid, t.name AS thread, cpu.cpu, x.cpu_mode
FROM stack_sample s
JOIN stack_sample_task_context c ON c.id = s.task_context_id
JOIN thread t USING (utid)
LEFT JOIN process p ON p.upid = t.upid
LEFT JOIN stack_sample_execution_context x ON x.id = s.execution_context_id
LEFT JOIN cpu ON cpu.id = x.ucpu
ORDER BY s.ts;

-- @case frames have names without offsets, files, source lines and types
SELECT c.depth, f.name, m.name AS mapping, y.source_file, y.line_number, f.type
FROM stack_profile_callsite c
JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_mapping m ON m.id = f.mapping
JOIN stack_profile_symbol y USING (symbol_set_id)
ORDER BY c.id;

-- @case the outermost frame of the first sample is the unknown one
WITH RECURSIVE up(n, id) AS (
  SELECT 0, callsite_id FROM stack_sample WHERE ts = 10000000123
  UNION ALL
  SELECT n + 1, c.parent_id FROM up JOIN stack_profile_callsite c ON c.id = up.id WHERE c.parent_id IS NOT NULL)
SELECT f.name FROM up JOIN stack_profile_callsite c ON c.id = up.id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY n;

-- @case the period counts up for each event and CPU
SELECT s.ts, t.name, t.unit, t.type, a.int_value AS cpu, c.value
FROM stack_sample s
JOIN stack_sample_counter k ON k.stack_sample_id = s.id
JOIN counter c ON c.id = k.id
JOIN counter_track t ON t.id = c.track_id
JOIN args a ON a.arg_set_id = t.dimension_arg_set_id AND a.key = 'cpu'
ORDER BY s.ts;

-- @case only CPU time counts as a CPU profile
INCLUDE PERFETTO MODULE stacks.cpu_profiling;
SELECT name, self_count FROM cpu_profiling_summary_tree WHERE self_count > 0 ORDER BY name;

-- @case the header names the kernel and the machine
SELECT name, str_value FROM metadata WHERE name IN ('system_release', 'system_machine') ORDER BY name;

-- @case a record of a name renames the thread
SELECT tid, name FROM thread WHERE tid = 100;
