-- Paths through the messages of a trace, for a profile of its size.

-- One step of a path as a stack: the field, and the identification of its event.
CREATE PERFETTO FUNCTION _proto_path_to_frame(path_id LONG) RETURNS BYTES AS
SELECT cat_stacks(
  'event.name:' || extract_arg_text(p.arg_set_id, 'event.name'),
  'event.category:' || extract_arg_text(p.arg_set_id, 'event.category'),
  p.field_name,
  p.field_type)
FROM experimental_proto_path AS p
WHERE p.id = $path_id;

-- The complete path from the outermost message.
CREATE PERFETTO FUNCTION _proto_path_to_stack(path_id LONG) RETURNS BYTES AS
WITH RECURSIVE way(stack, parent_id) AS (
  SELECT _proto_path_to_frame(p.id), p.parent_id FROM experimental_proto_path AS p WHERE p.id = $path_id
  UNION ALL
  SELECT cat_stacks(_proto_path_to_frame(p.id), w.stack), p.parent_id
  FROM way AS w
  JOIN experimental_proto_path AS p ON p.id = w.parent_id
)
SELECT w.stack FROM way AS w WHERE w.parent_id IS NULL;
