-- @case objects are named after their constructor, others after their type
SELECT c.name, c.kind, o.self_size, o.reachable, o.root_type, o.root_distance FROM heap_graph_object o JOIN heap_graph_class c ON c.id = o.type_id ORDER BY o.id;
-- @case references have the names of properties and the numbers of elements
SELECT owner_id, field_name, field_type_name, owned_id FROM heap_graph_reference ORDER BY id;
-- @case strings have their text and functions their name
SELECT c.name, d.value_string FROM heap_graph_object o JOIN heap_graph_class c ON c.id = o.type_id
JOIN heap_graph_object_data d ON d.id = o.object_data_id ORDER BY o.id;
-- @case a snapshot is a heap dump
SELECT h.ts, h.heap_size, p.name FROM __intrinsic_heap_graph h JOIN process p USING (upid);
-- @case the heap panel does not follow weak references
.heap
