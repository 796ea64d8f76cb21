-- @case samples with a name instead of a thread are profiles of their events, below that name
SELECT p.name AS profile, s.value, group_concat(f.name, ' < ' ORDER BY c.depth DESC) AS stack
FROM __intrinsic_aggregate_sample s JOIN __intrinsic_aggregate_profile p ON p.id = s.aggregate_profile_id
JOIN (WITH RECURSIVE up AS (
    SELECT id AS leaf, id, parent_id, depth, frame_id FROM stack_profile_callsite
    UNION ALL SELECT up.leaf, c.id, c.parent_id, c.depth, c.frame_id FROM up JOIN stack_profile_callsite c ON c.id = up.parent_id)
  SELECT * FROM up) c ON c.leaf = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id
GROUP BY s.id, p.name, s.value ORDER BY s.id;
