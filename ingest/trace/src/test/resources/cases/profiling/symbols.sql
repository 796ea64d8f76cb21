-- @case frames have the symbols of their address, innermost first
SELECT f.id, f.name, f.deobfuscated_name, s.name AS symbol, s.source_file, s.line_number FROM stack_profile_frame AS f LEFT JOIN stack_profile_symbol AS s USING (symbol_set_id) ORDER BY f.id, s.id

-- @case samples of Chromium's profiler are at the thread's time
SELECT s.ts, t.tid, s.callsite_id FROM cpu_profile_stack_sample AS s JOIN thread AS t USING (utid) ORDER BY s.ts

-- @case processes of Android's runtime report why they ran out of memory
SELECT * EXCLUDE (id) FROM __intrinsic_heap_graph_java_oome_details

-- @case an invalid frame is counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case the reason for running out of memory is stored with the heap
INCLUDE PERFETTO MODULE android.memory.heap_graph.oome;
SELECT allocation_size_bytes, total_bytes_free, free_bytes_until_oom, error_msg FROM android_heap_graph_java_oome_details ORDER BY id

-- @case the macro for symbols finds those that the trace has
INCLUDE PERFETTO MODULE callstacks.symbolize;
SELECT function_name, file_name, line_number, mapping_id = frame_mapping AS same, address FROM _callstack_frame_symbolize!((SELECT '/bin/x' AS file_name, f.rel_pc, f.mapping AS mapping_id, 100 + f.id AS address FROM stack_profile_frame AS f)) JOIN (SELECT min(mapping) AS frame_mapping FROM stack_profile_frame) ORDER BY address, line_number
