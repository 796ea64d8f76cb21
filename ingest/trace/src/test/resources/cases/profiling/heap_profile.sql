-- @case allocations and frees are rows per callstack, as differences between dumps
SELECT a.ts, p.pid, a.heap_name, a.callsite_id, a.count, a.size FROM heap_profile_allocation AS a JOIN process AS p USING (upid) ORDER BY a.id

-- @case callstacks have frames and mappings
SELECT c.id, c.depth, c.parent_id, f.name, f.deobfuscated_name, f.rel_pc, m.name AS mapping, m.build_id, m.exact_offset, m.start_offset, m.start, m.end, m.load_bias FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping ORDER BY c.id

-- @case what the profiler counted and what was lost are statistics
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case callstacks are one tree with what was allocated and is still held
INCLUDE PERFETTO MODULE android.memory.heap_profile.summary_tree;
SELECT name, mapping_name, self_size, cumulative_size, self_alloc_size, cumulative_alloc_size FROM android_heap_profile_summary_tree ORDER BY id

-- @case allocations last until the next dump
INCLUDE PERFETTO MODULE android.memory.heap_profile.intervals;
SELECT heap_name, ts, dur, allocated, delta FROM _android_heap_profile_intervals ORDER BY id

-- @case code without symbols is a candidate for them
INCLUDE PERFETTO MODULE stacks.symbolization_candidates;
SELECT module, build_id, rel_pc FROM _stacks_symbolization_candidates ORDER BY rel_pc

-- @case allocations are events on the track of their heap
.data Process 5 › Native heap profile
.data Process 6 › Profile: custom
.details heap_profile_allocation 0

-- @case a flame graph of allocations has unreleased and total bytes and counts
.flame 0 1000
.flame all

-- @case an incomplete profile is reported
.doctor

-- @case the allocations up to a dump are a flame graph with what was released
SELECT depth, name, map_name, count, cumulative_count AS all_count, size, cumulative_size AS all_size, alloc_count, alloc_size, parent_id FROM experimental_flamegraph('native', 2050, NULL, 1, NULL, NULL) ORDER BY id

-- @case a flame graph leaves out dumps after its time
SELECT depth, name, size, cumulative_size AS all_size FROM experimental_flamegraph('native', 1050, NULL, 1, NULL, NULL) ORDER BY id

-- @case a focus on the callee keeps its callers
SELECT depth, name, size, cumulative_size AS all_size FROM experimental_flamegraph('native', 2050, NULL, 1, NULL, 'bar') ORDER BY id
