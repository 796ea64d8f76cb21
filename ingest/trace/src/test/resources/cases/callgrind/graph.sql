-- @case the cost of a function is divided among its callers by the cost of their calls
WITH RECURSIVE path(id, stack) AS (
  SELECT c.id, f.name FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = c.frame_id WHERE c.parent_id IS NULL
  UNION ALL SELECT c.id, p.stack || ';' || f.name FROM path p JOIN stack_profile_callsite c ON c.parent_id = p.id JOIN stack_profile_frame f ON f.id = c.frame_id)
SELECT stack, s.value FROM __intrinsic_aggregate_sample s JOIN path ON path.id = s.callsite_id ORDER BY stack;
-- @case every event is a profile
SELECT scope, name, sample_type_type, sample_type_unit FROM __intrinsic_aggregate_profile ORDER BY id;
-- @case functions have their file and library
SELECT f.name, m.name AS library, y.source_file FROM stack_profile_frame f JOIN stack_profile_mapping m ON m.id = f.mapping
JOIN stack_profile_symbol y USING (symbol_set_id) ORDER BY f.id;
