-- @case objects have their class, sizes and distance from the roots
SELECT o.id, c.name, o.self_size, o.reachable, o.root_type, o.root_distance, o.heap_type FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id ORDER BY o.id

-- @case references have the name of their field and the class of their object
SELECT owner_id, owned_id, field_name, field_type_name FROM heap_graph_reference ORDER BY id

-- @case strings have their text and objects their primitive fields
SELECT o.id, d.value_string, d.array_element_type, d.array_element_count, p.field_name, p.int_value, p.byte_value FROM heap_graph_object AS o JOIN heap_graph_object_data AS d ON d.id = o.object_data_id LEFT JOIN heap_graph_primitive AS p USING (field_set_id) ORDER BY o.id, p.id

-- @case the time of the dump is related to the wall clock
SELECT ts, clock_name, clock_value FROM clock_snapshot ORDER BY id

-- @case the panel of heaps shows the dump
.heap

-- @case the panel shows the objects of a class
.heap a.Node
