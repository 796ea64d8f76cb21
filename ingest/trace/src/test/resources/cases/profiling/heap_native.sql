-- @case native memory counts for the object that is cleaned, unless the cleaner is done
SELECT o.id, c.name, o.self_size, o.native_size, o.reachable, o.root_type FROM heap_graph_object AS o LEFT JOIN heap_graph_class AS c ON c.id = o.type_id ORDER BY o.id

-- @case each dump has the size of the heap and whether it is complete
SELECT g.ts, p.pid, g.heap_size, g.truncated FROM heap_graph AS g JOIN process AS p USING (upid) ORDER BY g.ts

-- @case references have names, and fields that hold null are references to nothing
SELECT owner_id, owned_id, field_name FROM heap_graph_reference ORDER BY id

-- @case references that keep nothing alive are left out
INCLUDE PERFETTO MODULE android.memory.heap_graph.excluded_refs;
SELECT c.name AS owner, r.field_name FROM _excluded_refs AS x JOIN heap_graph_reference AS r ON r.id = x.id JOIN heap_graph_object AS o ON o.id = r.owner_id JOIN heap_graph_class AS c ON c.id = o.type_id ORDER BY 1, 2

-- @case objects of a dump are frames below those that reach them, and so is their native memory
INCLUDE PERFETTO MODULE android.memory.heap_graph.experimental_flamegraph;
SELECT id, parent_id, name, map_name, count, size FROM _experimental_flamegraph_heap_graph_frames!((SELECT min(upid) FROM heap_graph), (SELECT min(ts) FROM heap_graph)) ORDER BY id

-- @case a dump reports whether it has roots and is incomplete
INCLUDE PERFETTO MODULE android.memory.heap_graph.experimental_flamegraph;
SELECT h.ts, s.has_roots, s.truncated FROM heap_graph AS h JOIN (SELECT * FROM _experimental_flamegraph_heap_graph_state!((SELECT min(upid) FROM heap_graph), 100)) AS s ORDER BY h.ts
