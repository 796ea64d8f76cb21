-- @case frames that lost their indentation belong to the sample above them
SELECT s.ts, c.depth, f.name, m.name AS file FROM stack_sample s
JOIN stack_profile_callsite c ON c.id = s.callsite_id OR c.id IN (SELECT parent_id FROM stack_profile_callsite WHERE id = s.callsite_id)
JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_mapping m ON m.id = f.mapping
ORDER BY s.ts, c.depth;
