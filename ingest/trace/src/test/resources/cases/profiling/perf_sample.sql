-- @case samples have a thread, a CPU, a mode and a callstack
SELECT s.ts, t.tid, s.cpu, s.cpu_mode, s.callsite_id, s.unwind_error, s.perf_session_id FROM perf_sample AS s JOIN thread AS t USING (utid) ORDER BY s.ts

-- @case counts of the sampled event and those that follow it are counters of the CPU
SELECT c.ts, t.type, t.name, c.value, __intrinsic_arg_set_to_json(c.arg_set_id) AS args
FROM counter AS c
JOIN track AS t ON t.id = c.track_id
ORDER BY c.ts, c.id

-- @case counters have a flag for the timebase
SELECT t.id, t.type, t.name, t.unit, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, count(c.id) AS samples
FROM counter_track AS t
LEFT JOIN counter AS c ON c.track_id = t.id
GROUP BY t.id, t.type, t.name, t.unit, t.dimension_arg_set_id
ORDER BY t.id

-- @case frames have their kind and place
SELECT c.id, c.depth, f.name, m.name AS mapping, s.source_file, s.line_number FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping LEFT JOIN stack_profile_symbol AS s ON s.symbol_set_id = f.symbol_set_id ORDER BY c.id

-- @case what was skipped or lost is counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case samples are one tree of callstacks, of perf and of all CPU profilers
INCLUDE PERFETTO MODULE linux.perf.samples;
INCLUDE PERFETTO MODULE stacks.cpu_profiling;
SELECT 'perf' AS what, name, self_count, cumulative_count FROM linux_perf_samples_summary_tree UNION ALL SELECT 'all', name, self_count, cumulative_count FROM cpu_profiling_summary_tree ORDER BY 1, cumulative_count DESC, name

-- @case each sample has what its counters read
INCLUDE PERFETTO MODULE linux.perf.counters;
SELECT s.ts, t.name, s.counter_value, linux_perf_counter_for_sample(s.sample_id, t.name) AS by_name FROM linux_perf_sample_with_counters AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts, t.name

-- @case the forest of call sites has a node for each function
INCLUDE PERFETTO MODULE callstacks.stack_profile;
SELECT f.callsite_id, f.name, p.name AS parent, f.line_number, f.is_leaf_function_in_callsite_frame AS leaf FROM _callstack_spc_forest AS f LEFT JOIN _callstack_spc_forest AS p ON p.id = f.parent_id ORDER BY f.id

-- @case samples are events on the tracks of their process and thread
.data Process 5 › Perf Process Callstacks
.data Process 5 › Thread 6 Perf Callstacks

-- @case a sample has its stack, CPU and mode
.details perf_sample 0
.details perf_sample 1

-- @case samples of a range are counted by function, module, thread and source
.report area-samples 100 200 Function
.report area-samples 100 200 Module
.report area-samples 100 200 Thread
.report area-samples 100 200 Source
.singles area-samples 100 200 Function

-- @case samples are a flame graph of their stacks
.flame 100 125
.flame perf_sample 0
.flame 100 200 TOP_DOWN P: leaf
.flame 100 200 TOP_DOWN HF: main
.flame 100 200 TOP_DOWN HS: leaf

-- @case lost samples are gaps on the counters of their CPU
.losses
.doctor

-- @case the samples of a process within a time are a flame graph
SELECT depth, name, map_name, count, cumulative_count AS all_count, parent_id FROM experimental_flamegraph('perf', NULL, '>=110,<=120', 1, NULL, NULL) ORDER BY id

-- @case samples at the excluded edge of the time do not count
SELECT depth, name, cumulative_count AS all_count FROM experimental_flamegraph('perf', NULL, '>110', 1, NULL, NULL) ORDER BY id

-- @case processes can be a group
SELECT depth, name, cumulative_count AS all_count FROM experimental_flamegraph('perf', 110, '<120', NULL, '1,2', NULL) ORDER BY id

-- @case a time without a comparison is refused
SELECT * FROM experimental_flamegraph('perf', NULL, '110', 1, NULL, NULL)

-- @case samples are exported for another profiler: functions by name, stacks with their caller
INCLUDE PERFETTO MODULE export.to_firefox_profile;
SELECT t.tid, f.strings, s.json AS stacks, n.json AS samples FROM _firefox_functions AS f JOIN _firefox_stacks AS s USING (utid) JOIN _firefox_samples AS n USING (utid) JOIN thread AS t USING (utid)

-- @case a thread without stacks is exported without samples
INCLUDE PERFETTO MODULE export.to_firefox_profile;
SELECT json_extract(p, '$.meta.preprocessedProfileVersion') AS version, json_extract(p, '$.threads[3].tid') AS tid, json_extract(p, '$.threads[3].samples.length') AS samples FROM (SELECT export_to_firefox_profile() AS p)

-- @case a flame chart has a box for each function, from its first sample to the end of the last one
.data samples/linux.perf/chart/2
.details sampled_frame 0
.details sampled_frame 1
.details sampled_frame 2
