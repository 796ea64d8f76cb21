-- @case bars are stacks below the bars above them, with their own values as times
WITH RECURSIVE up(sample, id, stack) AS (
  SELECT s.id, s.callsite_id, '' FROM __intrinsic_aggregate_sample AS s
  UNION ALL
  SELECT u.sample, c.parent_id, u.stack || ' < ' || f.name
  FROM up AS u JOIN stack_profile_callsite AS c ON c.id = u.id JOIN stack_profile_frame AS f ON f.id = c.frame_id
)
SELECT s.value, substr(u.stack, 4) AS stack FROM up AS u JOIN __intrinsic_aggregate_sample AS s ON s.id = u.sample WHERE u.id IS NULL ORDER BY s.id

-- @case the profile has the name and the unit of the file
SELECT name, sample_type_type, sample_type_unit FROM __intrinsic_aggregate_profile

-- @case the flame graph has all values
.flame all
