-- @case samples have a thread and the innermost call of their stack
SELECT s.ts, t.tid, t.name AS thread, p.pid, f.name, f.rel_pc, m.name AS file, c.depth FROM cpu_profile_stack_sample AS s JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid) JOIN stack_profile_callsite AS c ON c.id = s.callsite_id JOIN stack_profile_frame AS f ON f.id = c.frame_id JOIN stack_profile_mapping AS m ON m.id = f.mapping ORDER BY s.ts

-- @case callers enclose the functions that they call
SELECT c.depth, f.name, g.name AS caller FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id LEFT JOIN stack_profile_callsite AS d ON d.id = c.parent_id LEFT JOIN stack_profile_frame AS g ON g.id = d.frame_id WHERE f.name IS NOT NULL ORDER BY c.depth
