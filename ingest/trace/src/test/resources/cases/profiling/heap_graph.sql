-- @case objects have a class, a size and whether a root reaches them
SELECT o.graph_sample_ts, p.pid, o.id, c.name, o.self_size, o.native_size, o.reachable, o.root_type, o.root_distance, o.heap_type FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id JOIN process AS p ON p.upid = o.upid ORDER BY o.id

-- @case classes have a kind, a place and one above
SELECT c.id, c.name, c.superclass_id, c.kind, c.location, c.classloader_id FROM heap_graph_class AS c ORDER BY c.id

-- @case references have the name and type of their field
SELECT owner_id, owned_id, field_name, field_type_name, deobfuscated_field_name FROM heap_graph_reference ORDER BY id

-- @case lost packets are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
