-- @case a stack with a new number starts at its old values
SELECT a.ts, p.pid, a.heap_name, f.name, a.count, a.size FROM heap_profile_allocation AS a JOIN process AS p USING (upid) JOIN stack_profile_callsite AS c ON c.id = a.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY a.id

-- @case what is still held adds up
INCLUDE PERFETTO MODULE android.memory.heap_profile.callstacks;
SELECT name, mapping_name, self_size, self_alloc_size FROM _android_heap_profile_callstacks_for_allocations!((SELECT callsite_id, size, count, max(size, 0) AS alloc_size, max(count, 0) AS alloc_count FROM heap_profile_allocation JOIN process USING (upid) WHERE pid = 5)) ORDER BY name

-- @case a flame graph has the stacks of allocations, with inlined functions and modules
.flame all
.flame all 0 BOTTOM_UP
.flame all 0 BY_MODULE
