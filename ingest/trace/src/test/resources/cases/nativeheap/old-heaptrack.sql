-- @case addresses determine the released block in the first version of the format
WITH RECURSIVE path(id, stack) AS (
  SELECT c.id, f.name FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = c.frame_id WHERE c.parent_id IS NULL
  UNION ALL SELECT c.id, p.stack || ';' || f.name FROM path p JOIN stack_profile_callsite c ON c.parent_id = p.id JOIN stack_profile_frame f ON f.id = c.frame_id)
SELECT q.name, q.sample_type_unit AS unit, stack, s.value FROM __intrinsic_aggregate_sample s JOIN path ON path.id = s.callsite_id
JOIN __intrinsic_aggregate_profile q ON q.id = s.aggregate_profile_id ORDER BY q.id, stack;
