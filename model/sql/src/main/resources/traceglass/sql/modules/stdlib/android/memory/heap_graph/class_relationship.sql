-- Class hierarchy.
INCLUDE PERFETTO MODULE graphs.scan;

-- Classes (id) with all their direct and indirect subclasses: id, ancestor_class_id, ancestor_class_name.
CREATE PERFETTO MACRO android_heap_graph_class_find_descendants(ancestor_class_ids TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT path.root_node_id AS id, ancestor.id AS ancestor_class_id, ancestor.name AS ancestor_class_name
  FROM tg_op_paths_up(
    (SELECT id, superclass_id AS parent_id FROM heap_graph_class),
    (SELECT id AS node_id FROM heap_graph_class)
  ) AS path
  JOIN (SELECT DISTINCT id FROM $ancestor_class_ids) AS wanted ON wanted.id = path.node_id
  JOIN heap_graph_class AS ancestor ON ancestor.id = path.node_id
  ORDER BY path.root_node_id, path.node_id
);
